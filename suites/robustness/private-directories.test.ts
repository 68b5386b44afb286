// `touchstone serve --data-dir`: only its user can read the data, whatever the umask, and a
// directory that cannot be created ends the command with one line.

import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startServe, startServeOrThrow } from '../tools/serve-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-private-'))
const inTheWay = join(folder, 'file')
writeFileSync(inTheWay, '')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('a data directory', { timeout: 30_000 }, () => {
  it.each(['000', '022', '277'])('is private even if the umask is %s', async umask => {
    const directory = join(folder, umask)

    const { stop } = await startServeOrThrow(['--data-dir', directory], { umask })
    const modes = readdirSync(directory).map(name => [name, modeOf(join(directory, name))])
    await stop()

    expect(modeOf(directory)).toBe('700')
    expect(Object.fromEntries(modes)).toEqual({ 'data.mdb': '600', 'data.mdb-lock': '600' })
  })

  it.each([
    ['an empty name', '', '--data-dir: expected a directory, got ""'],
    ['a file in its place', inTheWay, 'expected a directory to write to, got Error: EEXIST'],
    [
      'a file above it',
      join(inTheWay, 'x'),
      'expected a directory to write to, got Error: ENOTDIR',
    ],
    ...(process.platform === 'linux'
      ? [['no place for one', '/proc/x/y', 'expected a directory to write to, got Error: ENOENT']]
      : []),
  ])('that cannot be created is one line: %s', async (_, directory = '', message = '') => {
    const refused = await startServe(['--data-dir', directory])

    expect(refused).toMatchObject({ code: 3 })
    const { says } = refused as { says: string }
    expect(says).toContain(message)
    expect(says.trimEnd().split('\n')).toHaveLength(1)
  })

  it('that is open to others and contains their files is refused', async () => {
    const directory = mkdtempSync(join(folder, 'shared-'))
    writeFileSync(join(directory, 'of somebody'), '')
    chmodSync(directory, 0o777)

    const refused = await startServe(['--data-dir', directory])

    expect(refused).toMatchObject({ code: 3 })
    expect('says' in refused && refused.says).toMatch(
      /its mode: expected a directory for its owner alone \(chmod 700\), got 0777, and other files/,
    )
    expect(modeOf(directory)).toBe('777')
  })
})
