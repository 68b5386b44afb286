import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { referenceTarget } from '../fixtures/targets/reference-target.ts'
import { testedObjectsOn } from '../fixtures/targets/test-target-objects.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'

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
    const program = ['--import', 'tsx', join(import.meta.dirname, 'touchstone.ts')]
    const flags = ['--token-file', token, '--report-dir', reportDir]
    const child = spawn(
      process.execPath,
      [...program, 'certify', target.connection.url, ...flags],
      { cwd: join(import.meta.dirname, '..') },
    )
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))

    const [code] = (await once(child, 'close')) as [number | null]

    expect(code).toBe(4)
    expect(out).toMatch(/^incomplete: /m)
    expect(created).toBeGreaterThanOrEqual(20)
    expect(await testedObjectsOn(target)).toEqual(before)
  },
)
