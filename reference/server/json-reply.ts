import type { Reply } from '../api/call.ts'

/** A document of the server itself. */
export const json = (value: unknown): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(`${JSON.stringify(value)}\n`),
})
