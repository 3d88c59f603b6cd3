from __future__ import annotations

from debatable.service.guard import Metrics


def test_counts_and_seconds_add_up_by_route_and_status() -> None:
    metrics = Metrics()
    for route, status, seconds in (("/b", 200, 0.5), ("/a", 200, 0.25), ("/b", 200, 1.0), ("/b", 404, 0.125)):
        metrics.count(route, status, seconds)
    lines = metrics.text({"premises": 5, "claims": 3}).splitlines()
    assert [line for line in lines if "debatable_request_seconds_" not in line or "_total" in line] == [
        "# TYPE debatable_requests_total counter",
        'debatable_requests_total{route="/a",status="200"} 1',
        'debatable_requests_total{route="/b",status="200"} 2',
        'debatable_requests_total{route="/b",status="404"} 1',
        "# TYPE debatable_request_seconds_total counter",
        'debatable_request_seconds_total{route="/a"} 0.250000',
        'debatable_request_seconds_total{route="/b"} 1.625000',
        "# TYPE debatable_request_seconds histogram",
        "# TYPE debatable_index_size gauge",
        'debatable_index_size{of="claims"} 3',
        'debatable_index_size{of="premises"} 5',
    ]


def test_one_of_several_workers_names_itself() -> None:
    metrics = Metrics("2")
    metrics.count("/", 200, 0.0)
    assert 'debatable_requests_total{worker="2",route="/",status="200"} 1' in metrics.text({})
    assert 'debatable_request_seconds_total{worker="2",route="/"} 0.000000' in metrics.text({})


def test_a_histogram_counts_requests_up_to_each_bound() -> None:
    metrics = Metrics("w")
    for seconds in (0.001, 0.1, 0.2, 3.0, 99.0):
        metrics.count("/", 200, seconds)
    lines = [line for line in metrics.text({}).splitlines() if line.startswith("debatable_request_seconds_b")]
    counts = {line.split('le="')[1].split('"')[0]: int(line.split()[-1]) for line in lines}
    assert counts == {
        "0.005": 1, "0.025": 1, "0.1": 2, "0.25": 3, "0.5": 3, "1": 3, "2.5": 3, "5": 4, "10": 4, "30": 4, "+Inf": 5,
    }  # fmt: skip
    assert 'debatable_request_seconds_sum{worker="w",route="/"} 102.301000' in metrics.text({})
    assert 'debatable_request_seconds_count{worker="w",route="/"} 5' in metrics.text({})
