import type { NonResourceEndpoint } from '../parts/parts.ts'

/** Serves `/metrics` in the text format of Prometheus: the reloads of followed files. */
export const metricsEndpoint: NonResourceEndpoint = {
  serves: path => path === '/metrics',
  returns: 'text',
  handle: async ({ parts: { followedFiles } }) => ({
    status: 200,
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    body: Buffer.from(
      followedFiles
        .flatMap(({ metric, reloads }) => (metric === undefined ? [] : lines(metric, reloads())))
        .join(''),
    ),
  }),
}

const lines = (name: string, counts: { readonly [status: string]: number }): string[] => [
  `# TYPE ${name} counter\n`,
  ...Object.entries(counts).map(([status, count]) => `${name}{status="${status}"} ${count}\n`),
]
