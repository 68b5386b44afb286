// Checks that components that share the lock of a leader migration agree on who runs which
// controller. Otherwise a controller would run twice or not at all.

import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { configFindingOf, type RecognizedDocument } from '../check-document.ts'
import type { ConfigFinding } from '../config-finding.ts'
import type { ValuePath } from '../config-rules.ts'

type Migration = {
  readonly of: RecognizedDocument
  readonly path: ValuePath
  readonly value: JsonObject
}

type Said = { readonly requirement: Migration; readonly component: unknown }

/** The first assignment of each controller, by lock and then by controller name. */
type First = Map<unknown, Map<unknown, Said>>

export function migrationFindings(documents: readonly RecognizedDocument[]): ConfigFinding[] {
  const first: First = new Map()
  return documents.flatMap(migrationIn).flatMap(migration => disagreements(migration, first))
}

function migrationIn(document: RecognizedDocument): Migration[] {
  const { kind, filled } = document
  if (kind.kind === 'LeaderMigrationConfiguration')
    return [{ of: document, path: [], value: filled }]
  const generic = filled['Generic']
  if (!isJsonObject(generic) || generic['LeaderMigrationEnabled'] !== true) return []
  const value = objectIn(generic['LeaderMigration'])
  return [{ of: document, path: ['Generic', 'LeaderMigration'], value }]
}

/** Returns the assignments that differ from the first one with the same lock. */
function disagreements(migration: Migration, first: First): ConfigFinding[] {
  const { leaderName, controllerLeaders } = migration.value
  const ofLock: Map<unknown, Said> = first.get(leaderName) ?? new Map()
  first.set(leaderName, ofLock)
  return objectsIn(controllerLeaders).flatMap(({ name, component }, index) => {
    // An assignment to any component agrees with all others.
    if (component === undefined || component === '*') return []
    const said = ofLock.get(name)
    if (!said) ofLock.set(name, { requirement: migration, component })
    // Duplicates within one document are the subject of another rule.
    if (!said || said.requirement === migration || said.component === component) return []
    const path = [...migration.path, 'controllerLeaders', index, 'component']
    const detail = `${said.requirement.of.file} says ${String(said.component)}, for the same lock`
    const fault = {
      path,
      type: 'Invalid value',
      value: component,
      requirement: 'de facto',
    } as const
    return [configFindingOf({ ...fault, detail }, migration.of)]
  })
}
