// Converts custom objects to and from their stored form. An object is stored in the storage version
// and pruned by its schema. Definitions change, so an older object is read with the schema of the
// version in which it was stored. With a webhook, the entries and objects are converted before.

import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { ConversionWebhook } from '../api/version-conversion.ts'
import type { CustomTypeDefinition, DefinitionVersion } from './custom-type-definition.ts'
import { withCustomDefaults } from './custom-defaults.ts'
import { convertToVersion } from './read-custom.ts'

/** Converts objects of a custom type to their storage version and back. */
export type StorageConversion = {
  readonly keeps: NonNullable<Resource['storageVersion']>
  /**
   * Returns the members of the type of a version that convert its stored objects. Defaults are
   * those of the stored version in its current definition. Fields that only the other version has
   * get no defaults.
   */
  readonly shownIn: (
    version: DefinitionVersion,
  ) => Required<Pick<Resource, 'toServedVersion'>> & Pick<Resource, 'conversion'>
  /** Returns an object of the type in a version. */
  readonly convert: (object: ApiObject, version: DefinitionVersion) => ApiObject
}

/** Returns the conversion of a valid definition; `webhook` converts if it is set. */
export function storageConversion(
  { group, versions }: CustomTypeDefinition,
  storage: DefinitionVersion,
  webhook: ConversionWebhook | undefined,
): StorageConversion {
  const versionOf = ({ name }: DefinitionVersion) => `${group}/${name}`
  const storedVersion = versionOf(storage)
  const nodes = new Map(versions.map(version => [versionOf(version), version.node]))
  // The stored version may have been removed from the definition.
  const nodeOf = ({ apiVersion }: ApiObject) => nodes.get(apiVersion) ?? storage.node
  const pruned = (object: ApiObject) =>
    convertToVersion(object, nodeOf(object), object.apiVersion ?? storedVersion)
  const filled = (stored: ApiObject) => withCustomDefaults(pruned(stored), nodeOf(stored))
  if (webhook) {
    const by = { webhook, storedVersion, filled, pruned }
    return {
      keeps: { convert: object => mustBeIn(object, storedVersion) },
      shownIn: version => {
        const apiVersion = versionOf(version)
        return {
          toServedVersion: object => mustBeIn(object, apiVersion),
          conversion: { ...by, apiVersion },
        }
      },
      convert: (object, version) => mustBeIn(object, versionOf(version)),
    }
  }
  const convert = (object: ApiObject, version: DefinitionVersion) => {
    const apiVersion = versionOf(version)
    return object.apiVersion === apiVersion
      ? object
      : convertToVersion(object, version.node, apiVersion)
  }
  return {
    keeps: { convert: object => convert(object, storage) },
    shownIn: version => ({ toServedVersion: stored => convert(filled(stored), version) }),
    convert,
  }
}

/** Returns an object that was converted before. A path on which it was not is a fault. */
function mustBeIn(object: ApiObject, apiVersion: string): ApiObject {
  if (object.apiVersion === apiVersion) return object
  throw new Error(`expected an object of ${apiVersion}, got one of ${object.apiVersion}`)
}
