// The requests that the steps of settings are made of.

import type { Json } from '../../fixtures/objects/probe-types.ts'

export type SettingStep = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'
  readonly path: string
  readonly body?: Json
  /** Members of the answer that are compared, by dots; the message is compared in any case. */
  readonly compares?: readonly string[]
}

export const shop = '/api/v1/namespaces/settings'
export const pods = `${shop}/pods`
export const claims = `${shop}/persistentvolumeclaims`
export const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'
export const storage = '/apis/storage.k8s.io/v1/storageclasses'
export const ingresses = '/apis/networking.k8s.io/v1/namespaces/settings/ingresses'
export const ingressClasses = '/apis/networking.k8s.io/v1/ingressclasses'

export const post = (path: string, body: Json, ...compares: string[]): SettingStep => ({
  method: 'POST',
  path,
  body,
  compares,
})
export const put = (path: string, body: Json, ...compares: string[]): SettingStep => ({
  method: 'PUT',
  path,
  body,
  compares,
})
export const merge = (path: string, body: Json, ...compares: string[]): SettingStep => ({
  method: 'PATCH',
  path,
  body,
  compares,
})
export const get = (path: string, ...compares: string[]): SettingStep => ({
  method: 'GET',
  path,
  compares,
})
export const remove = (path: string): SettingStep => ({ method: 'DELETE', path })

export type Fields = { [field: string]: Json }

export const named = (name: string, fields: Fields = {}, metadata: Fields = {}): Fields => ({
  metadata: { name, ...metadata },
  ...fields,
})
export const container = (resources: Fields = {}, name = 'c'): Fields => ({
  name,
  image: 'registry.example/i:1',
  resources,
})
export const pod = (name: string, spec: Fields = {}, metadata: Fields = {}): Fields =>
  named(name, { spec: { containers: [container()], ...spec } }, metadata)

export function claim(
  name: string,
  size: string,
  spec: Fields = {},
  metadata: Fields = {},
): Fields {
  return named(
    name,
    {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } }, ...spec },
    },
    metadata,
  )
}

/** It comes first. */
export const namespace = post('/api/v1/namespaces', named('settings'))
