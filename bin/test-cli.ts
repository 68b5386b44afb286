// Runs the command line in process, for tests.

import { main } from './main.ts'

// A run in a test must not append to the summary of the CI job.
delete process.env['GITHUB_STEP_SUMMARY']

export type CliResult = { code: number; out: string; err: string }

/** Runs a command line and returns its exit code and output. */
export async function runCli(...args: string[]): Promise<CliResult> {
  const out = captured(process.stdout)
  const err = captured(process.stderr)
  try {
    const code = await main(args)
    return { code, out: out.text(), err: err.text() }
  } finally {
    out.release()
    err.release()
  }
}

function captured(stream: NodeJS.WriteStream): { text(): string; release(): void } {
  const write = stream.write
  let text = ''
  stream.write = (part: string | Uint8Array) => {
    text += String(part)
    return true
  }
  return {
    text: () => text,
    release: () => {
      stream.write = write
    },
  }
}
