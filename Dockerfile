# The web page and the HTTP API in a container: small, not root, content with a read-only root.
#   docker build -t debatable . && docker run --rm -p 8080:8080 debatable
FROM python:3.12-slim AS build
WORKDIR /build
COPY requirements/search.lock pyproject.toml README.md LICENSE NOTICE ./
RUN python -m venv /opt/debatable \
    && /opt/debatable/bin/pip install --no-cache-dir --no-deps --require-hashes -r search.lock
COPY src src
# The index of the bundled corpus is made here, so that the container writes nothing to answer.
RUN /opt/debatable/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/debatable/bin/pip uninstall --yes hatchling editables pathspec trove-classifiers tomlkit pluggy pip \
    && XDG_CACHE_HOME=/opt/cache /opt/debatable/bin/debatable search "homework" --format trec

FROM python:3.12-slim
RUN useradd --no-log-init --no-create-home --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin debatable
COPY --from=build /opt/debatable /opt/debatable
COPY --from=build --chown=10001 /opt/cache /opt/cache
ENV PATH=/opt/debatable/bin:$PATH XDG_CACHE_HOME=/opt/cache PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/api/health', timeout=4)"]
ENTRYPOINT ["debatable"]
CMD ["serve", "--host", "0.0.0.0"]
