// Starts a server in another process, for tests that attack it.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { afterAll } from 'vitest'

import { programFile } from '../../../suites/tools/test-programs.ts'
import type { Harm, VictimOptions } from './test-victim-process.ts'

export type Victim = {
  readonly url: string
  /** Resets the measurements. */
  begin(): Promise<void>
  /** Returns the measurements since `begin`. */
  harm(): Promise<Harm>
  /** Returns the text that the server has logged since the last call. */
  log(): string
}

const program = programFile(fileURLToPath(new URL('./test-victim-process.ts', import.meta.url)))

/** Starts a server that ends with the tests of a file. @throws when it does not start */
export async function startVictim(options: VictimOptions = {}): Promise<Victim> {
  const child = fork(program.file, [JSON.stringify(options)], {
    execArgv: [...program.flags, '--expose-gc'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  afterAll(() => void child.kill('SIGKILL'))
  let logged = ''
  child.stderr?.on('data', (part: Buffer) => (logged += part.toString('latin1')))
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code}: ${logged}`)
  })
  // The end of the process is expected when no test waits for a message.
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
  // The messages come from `test-victim-process.ts`, so their types are not checked.
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
