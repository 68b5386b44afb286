// Waits until definitions are there, and until they are not.

import { setTimeout } from 'node:timers/promises'
import type { Client } from '../../../../fixtures/client/client.ts'
import { definitions } from '../../custom-cases.ts'
import { ask } from '../../custom-answers.ts'
import type { Answer } from '../../custom-answers.ts'
import { groupVersion } from './read.ts'
import type { Operator } from './read.ts'

const patienceMs = 20_000
const pauseMs = 50

/** @throws when a definition is not established, or its types are not served, in good time */
export async function established(client: Client, { definitions: all }: Operator): Promise<void> {
  for (const { metadata, spec } of all) {
    await until(client, `${definitions}/${metadata.name}`, isEstablished)
    await until(client, groupVersion(spec), answer => names(answer).includes(spec.names.plural))
    await until(
      client,
      `${groupVersion(spec)}/${spec.names.plural}`,
      ({ status }) => status === 200,
    )
  }
}

/** @throws when a definition is still there after a good time */
export async function gone(client: Client, { definitions: all }: Operator): Promise<void> {
  for (const { metadata, spec } of all) {
    await until(client, `${definitions}/${metadata.name}`, ({ status }) => status === 404)
    await until(
      client,
      `${groupVersion(spec)}/${spec.names.plural}`,
      ({ status }) => status === 404,
    )
  }
}

type Condition = { readonly type: string; readonly status: string }

function isEstablished({ body }: Answer): boolean {
  const { conditions } = (body['status'] ?? {}) as { conditions?: readonly Condition[] | null }
  // It is null until somebody has looked at the definition.
  return (conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True')
}

function names({ body }: Answer): string[] {
  const { resources = [] } = body as { resources?: readonly { name: string }[] }
  return resources.map(({ name }) => name)
}

async function until(client: Client, path: string, holds: (answer: Answer) => boolean) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await ask(client, { method: 'GET', path })
    if (holds(answer)) return
    if (performance.now() > deadline)
      throw new Error(`${path}: not as it should be: ${JSON.stringify(answer)}`)
    await setTimeout(pauseMs)
  }
}
