import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { StoppedByUser, runUntilSignal } from './stoppable.ts'

const module = JSON.stringify(join(import.meta.dirname, 'stoppable.ts'))
// Work that reports its signal but does not stop.
const program = `
  import { runUntilSignal } from ${module}
  setInterval(() => {}, 1000)
  runUntilSignal(signal => {
    signal.onabort = () => process.stdout.write('stopping\\n')
    process.stdout.write('working\\n')
    return new Promise(() => {})
  })`

const signals = ['SIGINT', 'SIGTERM'] as const
const pairs = signals.flatMap(first => signals.map(second => [first, second] as const))

it.each(pairs)('ends the process at %s and then %s', async (first, second) => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { cwd: join(import.meta.dirname, '..') })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  child.stdout.on('data', (part: Buffer) => {
    if (part.includes('working')) child.kill(first)
    if (part.includes('stopping')) child.kill(second)
  })

  const [code] = (await once(child, 'close')) as [number | null]

  expect([code, said]).toEqual([128 + constants.signals[second], ''])
})

it('aborts at the first signal, names it, and leaves no listener', async () => {
  const before = process.listenerCount('SIGTERM')

  const stopped = runUntilSignal(
    signal =>
      new Promise((_, reject) => {
        signal.onabort = () => reject(signal.reason)
        process.emit('SIGTERM', 'SIGTERM')
      }),
  )

  await expect(stopped).rejects.toThrow(new StoppedByUser('stopped by SIGTERM'))
  expect(process.listenerCount('SIGTERM')).toBe(before)
})
