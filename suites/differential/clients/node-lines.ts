// Runs the steps of the JavaScript client library: patches of each type, apply, custom objects,
// watches and informers.

import { ApiException } from '@kubernetes/client-node'
import { customSteps } from './node-custom-steps.ts'
import { objectSteps } from './node-object-steps.ts'
import { connectNodeClients, stepNamespace } from './node-steps.ts'
import { watchSteps } from './node-watch-steps.ts'

/** Returns a line `step: result` per step, on a server where the client is an administrator. */
export async function nodeLines(server: string): Promise<string[]> {
  const on = connectNodeClients(server)
  const lines: string[] = []
  for (const [name, act] of [...objectSteps, ...watchSteps, ...customSteps]) {
    const seen = await act(on).catch(refusal)
    lines.push(`${name}: ${JSON.stringify(seen)}`)
  }
  await on.core.deleteNamespace({ name: stepNamespace })
  return lines
}

/** Returns the parts of an error that a client can read. */
function refusal(error: unknown): unknown {
  if (!(error instanceof ApiException)) return String(error)
  const { body } = error as { body: unknown }
  const said: unknown = typeof body === 'string' ? parsed(body) : body
  if (typeof said !== 'object' || said === null) return [error.code, said]
  const { reason, message, details } = said as Record<string, unknown>
  const { causes } = (details ?? {}) as { causes?: unknown }
  return [error.code, reason, message, causes].filter(part => part !== undefined)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Responses for paths that do not exist are plain text.
    return text
  }
}
