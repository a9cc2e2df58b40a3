# Pairbot in one container: every role of the server is the same image. See docs/operations/containers.md.
FROM node:22-slim AS build
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:22-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 PAIRBOT_DATA_DIR=/data
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY server/database/migrations ./server/database/migrations
RUN mkdir --mode=700 /data /backups && chown node:node /data /backups \
  && chmod +x dist/server/cli.js && ln -s /app/dist/server/cli.js /usr/local/bin/pairbot
USER node
VOLUME /data /backups
EXPOSE 8080
# Liveness only: a restart mends neither a full disk nor a database that is down.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
