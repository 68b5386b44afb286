// Waits until definitions are established, and until they are gone.

import { setTimeout } from 'node:timers/promises'
import type { Client } from '../../../../fixtures/client/client.ts'
import { definitionsPath } from '../../custom-cases.ts'
import { sendStep } from '../../custom-answers.ts'
import type { CustomAnswer } from '../../custom-answers.ts'
import { groupVersionPath } from './operator-data.ts'
import type { Operator } from './operator-data.ts'

const patienceMs = 20_000
const pauseMs = 50

/**
 * Waits until all definitions are established and served.
 * @throws if one is not within 20 seconds
 */
export async function waitUntilEstablished(
  client: Client,
  { definitions }: Operator,
): Promise<void> {
  for (const { metadata, spec } of definitions) {
    await until(client, `${definitionsPath}/${metadata.name}`, isEstablished)
    await until(client, groupVersionPath(spec), answer => names(answer).includes(spec.names.plural))
    await until(
      client,
      `${groupVersionPath(spec)}/${spec.names.plural}`,
      ({ status }) => status === 200,
    )
  }
}

/**
 * Waits until all definitions and their collections are gone.
 * @throws if one still exists after 20 seconds
 */
export async function waitUntilGone(client: Client, { definitions }: Operator): Promise<void> {
  for (const { metadata, spec } of definitions) {
    await until(client, `${definitionsPath}/${metadata.name}`, ({ status }) => status === 404)
    await until(
      client,
      `${groupVersionPath(spec)}/${spec.names.plural}`,
      ({ status }) => status === 404,
    )
  }
}

type Condition = { readonly type: string; readonly status: string }

function isEstablished({ body }: CustomAnswer): boolean {
  const { conditions } = (body['status'] ?? {}) as { conditions?: readonly Condition[] | null }
  // The conditions are null until a controller has processed the definition.
  return (conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True')
}

function names({ body }: CustomAnswer): string[] {
  const { resources = [] } = body as { resources?: readonly { name: string }[] }
  return resources.map(({ name }) => name)
}

async function until(client: Client, path: string, holds: (answer: CustomAnswer) => boolean) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await sendStep(client, { method: 'GET', path })
    if (holds(answer)) return
    if (performance.now() > deadline)
      throw new Error(`${path}: not as it should be: ${JSON.stringify(answer)}`)
    await setTimeout(pauseMs)
  }
}
