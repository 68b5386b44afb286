// How the objects of a definition are kept: in the version of the storage, whose schema they were
// pruned to. Definitions change, and what was kept before is read by the schema of its own version.

import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { CustomTypeDefinition, DefinitionVersion } from './custom-type-definition.ts'
import { withCustomDefaults } from './custom-defaults.ts'
import { convertToVersion } from './read-custom.ts'

export type StorageConversion = {
  readonly keeps: NonNullable<Resource['storageVersion']>
  /**
   * What makes an object in a version of what is kept. The defaults are those of the version that
   * it is kept in, as definitions have them today; what it gains by the other version has none.
   */
  readonly shownIn: (version: DefinitionVersion) => (kept: ApiObject) => ApiObject
}

/** The form in which the objects of a sound definition are kept. */
export function storageConversion(
  { group, versions }: CustomTypeDefinition,
  storage: DefinitionVersion,
): StorageConversion {
  const versionOf = ({ name }: DefinitionVersion) => `${group}/${name}`
  const stored = versionOf(storage)
  const nodes = new Map(versions.map(version => [versionOf(version), version.node]))
  return {
    keeps: {
      version: storage.name,
      convert: object =>
        object.apiVersion === stored ? object : convertToVersion(object, storage.node, stored),
    },
    shownIn: version => {
      const apiVersion = versionOf(version)
      return kept => {
        // A version that is no more was given up by its definition.
        const node = nodes.get(kept.apiVersion ?? '') ?? storage.node
        const filled = withCustomDefaults(
          convertToVersion(kept, node, kept.apiVersion ?? stored),
          node,
        )
        return kept.apiVersion === apiVersion
          ? filled
          : convertToVersion(filled, version.node, apiVersion)
      }
    },
  }
}
