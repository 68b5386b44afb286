// A target with the types of a saved case, as far as the target serves them.

import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { resourcePath, roles } from '../../fixtures/objects/tested-types.ts'
import type { TestedType, Role } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { asTransportError } from '../../fixtures/targets/transport-error.ts'

/**
 * The target with these types in their roles. Roles whose type it does not serve keep their types.
 */
export async function withTypes(
  target: Target,
  types: Partial<Record<Role, TestedType>> = {},
): Promise<Target> {
  const others = Object.entries(types).filter(
    ([role, type]) => resourcePath(type) !== resourcePath(target.types[role as Role]),
  )
  if (others.length === 0) return target
  const client = createClient(target.connection, target.credentials.admin)
  try {
    const served: [string, TestedType][] = []
    for (const [role, type] of others) if (await isServed(type, client)) served.push([role, type])
    const found = Object.fromEntries(served)
    const unserved = Object.entries(target.unserved ?? {}).filter(([role]) => !(role in found))
    return {
      ...target,
      types: { ...target.types, ...found },
      unserved: Object.fromEntries(unserved),
    }
  } finally {
    await client.close()
  }
}

/** The roles whose types differ from these. */
export const rolesWithOtherTypes = (
  { types }: Pick<Target, 'types'>,
  wanted: Record<Role, TestedType>,
): Role[] => roles.filter(role => resourcePath(types[role]) !== resourcePath(wanted[role]))

async function isServed(type: TestedType, client: Client): Promise<boolean> {
  const path = `${resourcePath(type)}?limit=1`
  const answer = await client.send({ method: 'GET', path }).catch(asTransportError)
  return 'status' in answer && answer.status === 200
}
