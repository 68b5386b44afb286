// `npm run check`: runs the tools that only read the sources, two at a time, the longest first.
// Prints the output of each tool when it has ended. `npm run check:types` runs one of them.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const tools = ['types', 'lint', 'unused', 'format', 'package']
const atOnce = 2
const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']

const left = tools.values()
const failed: string[] = []

async function runSome(): Promise<void> {
  // The iterator is shared: each worker takes the next tool.
  for (const tool of left) {
    const begun = performance.now()
    const child = spawn(`npm run --silent check:${tool} 2>&1`, { shell: true, stdio })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    process.stdout.write(
      `check:${tool} ${code === 0 ? 'passed' : 'FAILED'}  ${seconds} s\n${output}`,
    )
    if (code !== 0) failed.push(tool)
  }
}

await Promise.all(Array.from({ length: atOnce }, runSome))
if (failed.length > 0) {
  process.stdout.write(`failed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
