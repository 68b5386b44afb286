import type { Reply } from '../api/request.ts'
import type { HealthCheck, Parts, NonResourceEndpoint } from '../parts/parts.ts'
import { unknownPath } from '../api/status.ts'
import { startHookCheck } from './health-checks.ts'
import { isHealthPath } from '../http/shutting-down-reply.ts'

/**
 * Serves `/healthz`, `/livez`, `/readyz`, and the path of each check below them (HEALTH-001 to
 * HEALTH-021).
 */
export const healthEndpoint: NonResourceEndpoint = {
  serves: isHealthPath,
  returns: 'text',
  handle: async ({ info, http, parts }) => {
    const [, endpoint = '', ...name] = info.path.split('/')
    const all = [...parts.healthChecks, ...parts.startHooks.map(startHookCheck)]
    const checks = all.filter(({ endpoints }) => endpoints.includes(endpoint))
    return name.length > 0
      ? one(decodeURIComponent(name.join('/')), checks, endpoint, parts)
      : together(checks, endpoint, http.query, parts)
  },
}

async function one(
  name: string,
  checks: readonly HealthCheck[],
  endpoint: string,
  parts: Parts,
): Promise<Reply> {
  const check = checks.find(one => one.name === name)
  if (!check) throw unknownPath()
  const { failure } = await run(check, endpoint, parts)
  return failure === undefined ? text(200, 'ok') : text(500, `internal server error: ${failure}\n`)
}

async function together(
  checks: readonly HealthCheck[],
  endpoint: string,
  query: URLSearchParams,
  parts: Parts,
): Promise<Reply> {
  const excluded = query.getAll('exclude')
  const results: Result[] = await Promise.all(
    checks.map(async check =>
      excluded.includes(check.name) ? { check, isExcluded: true } : run(check, endpoint, parts),
    ),
  )
  const failed = results.some(({ failure }) => failure !== undefined)
  if (!failed && !query.has('verbose')) return text(200, 'ok')
  const unknown = excluded.filter(name => !checks.some(check => check.name === name))
  const verdict = `${parts.dialect.verboseHealthEndpoint ?? endpoint} check ${failed ? 'failed' : 'passed'}`
  return text(
    failed ? 500 : 200,
    [...results.map(line), ...warning(unknown), verdict, ''].join('\n'),
  )
}

type Result = { check: HealthCheck; isExcluded?: boolean; failure?: string }

async function run(check: HealthCheck, endpoint: string, parts: Parts): Promise<Result> {
  if (parts.failingHealthChecks.has(check.name)) return { check, failure: 'it is made to fail' }
  try {
    await check.check(parts, endpoint)
    return { check }
  } catch (error) {
    // An error is the result of the check.
    return { check, failure: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Every user may read the list, so it withholds the reasons of failures, which only the path of the
 * check shows.
 */
function line({ check, isExcluded, failure }: Result): string {
  if (isExcluded) return `[+]${check.name} excluded: ok`
  return failure === undefined ? `[+]${check.name} ok` : `[-]${check.name} failed: reason withheld`
}

const warning = (unknown: readonly string[]): string[] =>
  unknown.length === 0
    ? []
    : [
        'warn: some health checks cannot be excluded: no matches for ' +
          [...new Set(unknown)]
            .map(name => JSON.stringify(name))
            .sort()
            .join(','),
      ]

const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  body: Buffer.from(body),
})
