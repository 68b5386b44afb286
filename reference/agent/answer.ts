import type { ServerResponse } from 'node:http'

/** Answers in plain text, as the servers of genuine agents do. */
export function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(`${text}\n`)
}
