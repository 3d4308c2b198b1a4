# The image has the pinned line of Node itself, so the npm package `node` is not downloaded a second time:
# --ignore-scripts leaves its binary out, and nothing else that runs here needs an install script.
#
# A tag moves; a digest does not. Look up the one that you trust and build with it, so that what was tried is what runs:
#   docker buildx imagetools inspect node:24-slim --format '{{.Manifest.Digest}}'
#   docker build --build-arg NODE_IMAGE=node:24-slim@sha256:… -t studio-site .
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node node_modules/.bin/node

FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="studio-site" \
  org.opencontainers.image.description="Company website with job board and admin area" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# Process 1 has duties that Node does not know of: it reaps what is left of other processes, and passes signals on.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The lockfile is part of what the server was built from: without it the sources run, which takes longer.
COPY package.json package-lock.json ./
COPY shared ./shared
COPY server ./server
COPY hosts ./hosts
COPY tools ./tools
COPY scripts ./scripts
RUN mkdir -p /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
# About ourselves only: an API host that is down is no reason to restart us.
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz?self=1`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "server/main.ts"]
