// Builders of requests and bodies for settings-steps.ts and settings-class-steps.ts.

import type { Json } from '../../fixtures/objects/tested-types.ts'

export type SettingStep = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'
  readonly path: string
  readonly body?: Json
  /** Dotted paths of the response that are compared. Of an error, the message is compared. */
  readonly compares?: readonly string[]
}

export const settingsNamespacePath = '/api/v1/namespaces/settings'
export const podsPath = `${settingsNamespacePath}/pods`
export const claimsPath = `${settingsNamespacePath}/persistentvolumeclaims`
export const priorityClassesPath = '/apis/scheduling.k8s.io/v1/priorityclasses'
export const storageClassesPath = '/apis/storage.k8s.io/v1/storageclasses'
export const ingressesPath = '/apis/networking.k8s.io/v1/namespaces/settings/ingresses'
export const ingressClassesPath = '/apis/networking.k8s.io/v1/ingressclasses'

export const postStep = (path: string, body: Json, ...compares: string[]): SettingStep => ({
  method: 'POST',
  path,
  body,
  compares,
})
export const putStep = (path: string, body: Json, ...compares: string[]): SettingStep => ({
  method: 'PUT',
  path,
  body,
  compares,
})
export const mergePatchStep = (path: string, body: Json, ...compares: string[]): SettingStep => ({
  method: 'PATCH',
  path,
  body,
  compares,
})
export const getStep = (path: string, ...compares: string[]): SettingStep => ({
  method: 'GET',
  path,
  compares,
})
export const deleteStep = (path: string): SettingStep => ({ method: 'DELETE', path })

export type SettingFields = { [field: string]: Json }

export const namedObject = (
  name: string,
  fields: SettingFields = {},
  metadata: SettingFields = {},
): SettingFields => ({
  metadata: { name, ...metadata },
  ...fields,
})
export const containerBody = (resources: SettingFields = {}, name = 'c'): SettingFields => ({
  name,
  image: 'registry.example/i:1',
  resources,
})
export const podBody = (
  name: string,
  spec: SettingFields = {},
  metadata: SettingFields = {},
): SettingFields =>
  namedObject(name, { spec: { containers: [containerBody()], ...spec } }, metadata)

export function claimBody(
  name: string,
  size: string,
  spec: SettingFields = {},
  metadata: SettingFields = {},
): SettingFields {
  return namedObject(
    name,
    {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } }, ...spec },
    },
    metadata,
  )
}

/** Creates the namespace of all other steps, so it has to run first. */
export const createNamespaceStep = postStep('/api/v1/namespaces', namedObject('settings'))
