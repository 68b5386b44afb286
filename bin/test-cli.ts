// The command line in process, for tests.

import { vi } from 'vitest'
import { main } from './main.ts'

export type Ran = { code: number; out: string; err: string }

/** Runs a command line and answers its exit code and what it wrote. */
export async function cli(...args: string[]): Promise<Ran> {
  const ran: Ran = { code: -1, out: '', err: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    ran.out += String(text)
    return true
  })
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    ran.err += String(text)
    return true
  })
  try {
    ran.code = await main(args)
    return ran
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}
