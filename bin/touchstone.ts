#!/usr/bin/env node
import { main } from './main.ts'

// Whoever stops reading, as `| head` does, has read enough: that is no fault of ours.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  if (problem.code !== 'EPIPE') throw problem
  process.exit()
})

process.exitCode = await main(process.argv.slice(2))
