# The application image: api, ingest worker and crawler are the same image with another command.
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY requirements/core.txt requirements/core.txt
RUN python -m venv /opt/sitequest \
 && /opt/sitequest/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/core.txt
COPY . .
RUN /opt/sitequest/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps .

FROM python:3.11-slim-bookworm
RUN useradd --create-home --uid 10001 sitequest \
 && install -d -o sitequest -g sitequest /var/lib/sitequest /var/cache/sitequest
COPY --from=build /opt/sitequest /opt/sitequest
ENV PATH=/opt/sitequest/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SITEQUEST_HOME=/var/lib/sitequest \
    SITEQUEST_CACHE=/var/cache/sitequest
USER sitequest
WORKDIR /var/lib/sitequest
VOLUME ["/var/lib/sitequest", "/var/cache/sitequest"]
EXPOSE 8080
ENTRYPOINT ["sitequest"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
