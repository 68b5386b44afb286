import type { Reply } from '../api/call.ts'
import type { HealthCheck, Parts, PathEndpoint } from '../api/parts.ts'
import { unknownPath } from '../api/status.ts'

export const healthChecks: readonly HealthCheck[] = [
  { name: 'ping', endpoints: ['healthz', 'livez', 'readyz'], check: async () => {} },
  {
    name: 'storage',
    endpoints: ['healthz', 'livez', 'readyz'],
    check: async at => void (await at.store.revision()),
  },
]

/** `/healthz`, `/livez`, `/readyz`, and one check of each below them (HEALTH-001 to HEALTH-021). */
export const health: PathEndpoint = {
  serves: path => /^\/(healthz|livez|readyz)(\/[^/]+)?\/?$/.test(path),
  answers: 'text',
  act: async ({ info, http, at }) => {
    const [, endpoint = '', name] = info.path.split('/')
    const checks = at.healthChecks.filter(({ endpoints }) => endpoints.includes(endpoint))
    return name
      ? one(
          checks.find(check => check.name === name),
          at,
        )
      : all(checks, endpoint, http.query, at)
  },
}

async function one(check: HealthCheck | undefined, at: Parts): Promise<Reply> {
  if (!check) throw unknownPath()
  const { failure } = await run(check, at)
  return failure === undefined ? text(200, 'ok') : text(500, `internal server error: ${failure}\n`)
}

async function all(
  checks: readonly HealthCheck[],
  endpoint: string,
  query: URLSearchParams,
  at: Parts,
): Promise<Reply> {
  const excluded = query.getAll('exclude')
  const results: Result[] = await Promise.all(
    checks.map(async check =>
      excluded.includes(check.name) ? { check, isExcluded: true } : run(check, at),
    ),
  )
  const failed = results.some(({ failure }) => failure !== undefined)
  if (!failed && !query.has('verbose')) return text(200, 'ok')
  const unknown = excluded.filter(name => !checks.some(check => check.name === name))
  const verdict = `${at.dialect.healthLineNames ?? endpoint} check ${failed ? 'failed' : 'passed'}`
  return text(
    failed ? 500 : 200,
    [...results.map(line), ...warning(unknown), verdict, ''].join('\n'),
  )
}

type Result = { check: HealthCheck; isExcluded?: boolean; failure?: string }

async function run(check: HealthCheck, at: Parts): Promise<Result> {
  try {
    await check.check(at)
    return { check }
  } catch (error) {
    // That a check throws is its answer.
    return { check, failure: error instanceof Error ? error.message : String(error) }
  }
}

function line({ check, isExcluded, failure }: Result): string {
  if (isExcluded) return `[+]${check.name} excluded: ok`
  return failure === undefined ? `[+]${check.name} ok` : `[-]${check.name} failed: reason withheld`
}

const warning = (unknown: readonly string[]): string[] =>
  unknown.length === 0
    ? []
    : [
        'warn: some health checks cannot be excluded: no matches for ' +
          unknown
            .map(name => JSON.stringify(name))
            .sort()
            .join(','),
      ]

const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  body: Buffer.from(body),
})
