#!/usr/bin/env node
import { main } from './main.ts'

// A closed pipe, as with `| head`, is not an error.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  if (problem.code !== 'EPIPE') throw problem
  process.exit()
})

process.exitCode = await main(process.argv.slice(2))
