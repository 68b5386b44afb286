// Converts custom objects to and from their stored form. An object is stored in the storage version
// and pruned by its schema. Definitions change, so an older object is read with the schema of the
// version in which it was stored.

import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { CustomTypeDefinition, DefinitionVersion } from './custom-type-definition.ts'
import { withCustomDefaults } from './custom-defaults.ts'
import { convertToVersion } from './read-custom.ts'

/** Converts objects of a custom type to their storage version and back. */
export type StorageConversion = {
  readonly keeps: NonNullable<Resource['storageVersion']>
  /**
   * Returns a function that converts stored objects to a version. Defaults are those of the stored
   * version in its current definition. Fields that only the other version has get no defaults.
   */
  readonly shownIn: (version: DefinitionVersion) => (kept: ApiObject) => ApiObject
}

/** Returns the conversion of a valid definition. */
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
        // The stored version may have been removed from the definition.
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
