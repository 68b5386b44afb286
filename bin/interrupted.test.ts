import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { referenceTarget } from '../fixtures/targets/reference-target.ts'
import { testedObjectsOn } from '../fixtures/targets/test-target-objects.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { thisProgram } from '../fixtures/targets/this-program.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)

it.each(['SIGINT', 'SIGTERM'] as const)(
  'deletes its objects and reports its results when %s ends a run',
  { timeout: 60_000 },
  async signal => {
    let created = 0
    const target = await referenceTarget({
      rewriting: () => ({
        request: request => {
          if (request.method === 'POST' && request.path.endsWith('/leases') && ++created === 20)
            child.kill(signal)
          return request
        },
      }),
    })
    onTestFinished(target.close)
    const before = await testedObjectsOn(target)
    const reportDir = join(directory.path, signal)
    const token = directory.write('token', String(target.credentials.admin.token))
    const flags = ['--token-file', token, '--report-dir', reportDir]
    const child = certifying(target.connection.url, flags)
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))

    const [code] = (await once(child, 'close')) as [number | null]

    expect(code).toBe(4)
    expect(out).toMatch(/^incomplete: /m)
    expect(created).toBeGreaterThanOrEqual(20)
    expect(await testedObjectsOn(target)).toEqual(before)
  },
)

it('deletes the objects of the pre-flight when a signal ends it', { timeout: 60_000 }, async () => {
  let isStopped = false
  const target = await referenceTarget({
    rewriting: () => ({
      request: request => {
        // The pre-flight waits for controllers that would delete such an object.
        const isWaiting = request.method === 'GET' && request.path.endsWith('/kept')
        // A second signal would end the program at once.
        if (isWaiting && !isStopped) isStopped = child.kill('SIGINT')
        return request
      },
    }),
  })
  onTestFinished(target.close)
  const before = await testedObjectsOn(target)
  const reportDir = join(directory.path, 'pre-flight')
  mkdirSync(reportDir)
  const old = directory.write('pre-flight/report.json', '{}')
  const token = directory.write('token', String(target.credentials.admin.token))
  const flags = ['--token-file', token, '--report-dir', reportDir]
  const child = certifying(target.connection.url, flags)
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))

  const [code] = (await once(child, 'close')) as [number | null]

  expect(code).toBe(2)
  expect(errors).toContain('stopped by SIGINT before the first check; there is no report')
  expect(existsSync(old)).toBe(false)
  expect(await testedObjectsOn(target)).toEqual(before)
})

/** Starts `certify` with this URL and these flags as a process. */
function certifying(url: string, flags: readonly string[]) {
  const [command = '', ...words] = thisProgram()
  return spawn(command, [...words, 'certify', url, ...flags])
}
