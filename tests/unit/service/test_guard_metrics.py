from __future__ import annotations

from debatable.service.guard import Metrics


def test_counts_and_seconds_add_up_by_route_and_status() -> None:
    metrics = Metrics()
    for route, status, seconds in (("/b", 200, 0.5), ("/a", 200, 0.25), ("/b", 200, 1.0), ("/b", 404, 0.125)):
        metrics.count(route, status, seconds)
    assert metrics.text({"premises": 5, "claims": 3}).splitlines() == [
        "# TYPE debatable_requests_total counter",
        'debatable_requests_total{route="/a",status="200"} 1',
        'debatable_requests_total{route="/b",status="200"} 2',
        'debatable_requests_total{route="/b",status="404"} 1',
        "# TYPE debatable_request_seconds_total counter",
        'debatable_request_seconds_total{route="/a"} 0.250000',
        'debatable_request_seconds_total{route="/b"} 1.625000',
        "# TYPE debatable_index_size gauge",
        'debatable_index_size{of="claims"} 3',
        'debatable_index_size{of="premises"} 5',
    ]


def test_one_of_several_workers_names_itself() -> None:
    metrics = Metrics("2")
    metrics.count("/", 200, 0.0)
    assert 'debatable_requests_total{worker="2",route="/",status="200"} 1' in metrics.text({})
    assert 'debatable_request_seconds_total{worker="2",route="/"} 0.000000' in metrics.text({})
