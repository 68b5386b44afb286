import type { Schema } from '../api/schema.ts'

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const boolean: Schema = { type: 'boolean' }

const object = (properties: { [name: string]: Schema }): Schema => ({ type: 'object', properties })

const array = (items: Schema): Schema => ({ type: 'array', items })

const mapOf = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties })

const keyed = (patchMergeKey: string, properties: { [name: string]: Schema }): Schema => ({
  ...array(object(properties)),
  patchStrategy: ['merge'],
  patchMergeKey,
})

/** A part of a Pod that has lists of all strategies. */
export const testPodSchema: Schema = object({
  metadata: object({
    name: string,
    labels: mapOf(string),
    finalizers: { ...array(string), patchStrategy: ['merge'] },
    ownerReferences: keyed('uid', { uid: string, name: string, controller: boolean }),
  }),
  spec: object({
    containers: keyed('name', {
      name: string,
      image: string,
      args: array(string),
      ports: keyed('containerPort', { containerPort: integer, name: string, protocol: string }),
      env: keyed('name', {
        name: string,
        value: string,
        valueFrom: object({ fieldRef: object({ fieldPath: string }) }),
      }),
      resources: object({ limits: mapOf(string) }),
    }),
    volumes: {
      ...keyed('name', {
        name: string,
        emptyDir: object({ medium: string }),
        hostPath: object({ path: string }),
        configMap: object({ name: string, items: array(object({ key: string, path: string })) }),
      }),
      patchStrategy: ['merge', 'retainKeys'],
    },
    tolerations: array(object({ key: string, effect: string })),
    nodeSelector: mapOf(string),
    imagePullSecrets: keyed('name', { name: string }),
    hostAliases: keyed('ip', { ip: string, hostnames: array(string) }),
    securityContext: object({ supplementalGroups: array(integer), runAsUser: integer }),
    nodeName: string,
    hostNetwork: boolean,
    priority: integer,
  }),
})
