// A server in another process, for tests that attack it.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { afterAll } from 'vitest'

import type { Harm, VictimOptions } from './test-victim-process.ts'

export type Victim = {
  readonly url: string
  /** Forgets what was measured up to now. */
  begin(): Promise<void>
  /** What was measured since. */
  harm(): Promise<Harm>
  /** What the server has logged since it was asked last. */
  log(): string
}

const program = fileURLToPath(new URL('./test-victim-process.ts', import.meta.url))

/** Starts a server that ends with the tests of a file. @throws when it does not start */
export async function startVictim(options: VictimOptions = {}): Promise<Victim> {
  const child = fork(program, [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  afterAll(() => void child.kill('SIGKILL'))
  let logged = ''
  child.stderr?.on('data', (part: Buffer) => (logged += part.toString('latin1')))
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code}: ${logged}`)
  })
  // Its end is expected when nobody waits for an answer of it.
  exited.catch(() => {})
  const heard = async () => {
    const [word] = (await Promise.race([once(child, 'message'), exited])) as unknown[]
    return word
  }
  const ask = (word: string) => {
    const answer = heard()
    child.send(word)
    return answer
  }
  // What the program sends, which is ours.
  return {
    url: (await heard()) as string,
    begin: async () => void (await ask('begin')),
    harm: async () => (await ask('harm')) as Harm,
    log() {
      const text = logged
      logged = ''
      return text
    },
  }
}
