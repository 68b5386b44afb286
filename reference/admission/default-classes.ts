// Sets default storage and ingress classes, which annotations mark, and checks the expansion of
// claims.

import { type ApiObject, objectIn } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { billionthsIn } from '../lib/quantities.ts'
import { forbidden } from '../api/status.ts'
import { type AdmissionPlugin, storedObject, storedObjects } from './admission-plugin.ts'

const storageClasses = { group: 'storage.*', kind: 'StorageClass' }
const ingressClasses = { group: 'networking.*', kind: 'IngressClass' }

const defaultStorage = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
]
const defaultIngress = ['ingressclass.kubernetes.io/is-default-class']

/** The older form of `storageClassName`, on claims. */
const storageAnnotation = 'volume.beta.kubernetes.io/storage-class'
const ingressAnnotation = 'kubernetes.io/ingress.class'

export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  async mutate({ operation, object }, parts) {
    const spec = objectIn(object.spec)
    const isNamed =
      spec.storageClassName !== undefined || annotation(object, storageAnnotation) !== undefined
    if (operation !== 'create' || isNamed) return object
    const storageClassName = await defaultOf(storageClasses, defaultStorage, parts)
    return storageClassName ? { ...object, spec: { ...spec, storageClassName } } : object
  },
}

export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  async mutate({ operation, object }, parts) {
    const spec = objectIn(object.spec)
    const isNamed =
      spec.ingressClassName !== undefined || annotation(object, ingressAnnotation) !== undefined
    if (operation !== 'create' || isNamed) return object
    const ingressClassName = await defaultOf(ingressClasses, defaultIngress, parts)
    return ingressClassName ? { ...object, spec: { ...spec, ingressClassName } } : object
  },
}

type Classes = typeof storageClasses

/**
 * Returns the name of the default class. Of several default classes, returns the newest, and of
 * those created in the same second, the first by name.
 */
async function defaultOf(classes: Classes, marks: readonly string[], parts: Parts) {
  const found = await storedObjects({ ...classes, holding: 'is-default-class' }, parts)
  const [first] = found
    .filter(one => marks.some(mark => annotation(one, mark) === 'true'))
    .sort((one, other) => ageOrder(one, other) || nameOrder(one, other))
  return first?.metadata.name
}

const ageOrder = (one: ApiObject, other: ApiObject): number =>
  Date.parse(other.metadata.creationTimestamp ?? '') -
  Date.parse(one.metadata.creationTimestamp ?? '')

const nameOrder = ({ metadata: { name = '' } }: ApiObject, other: ApiObject): number =>
  name < (other.metadata.name ?? '') ? -1 : 1

function annotation({ metadata: { annotations = {} } }: ApiObject, name: string) {
  return Object.hasOwn(annotations, name) ? annotations[name] : undefined
}

/** Allows the expansion of a claim if its storage class does. */
export const claimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  async check({ operation, resource, object, old }, parts) {
    if (operation !== 'update' || !old || sizeOf(object) <= sizeOf(old)) return
    const refuse = (because: string) =>
      forbidden({ ...resource, name: object.metadata.name ?? '', because })
    if (objectIn(old.status).phase !== 'Bound') {
      throw refuse('Only bound persistent volume claims can be expanded')
    }
    const name = annotation(old, storageAnnotation) ?? objectIn(old.spec).storageClassName
    const found =
      typeof name === 'string' && name !== ''
        ? await storedObject({ ...storageClasses, name }, parts)
        : undefined
    if (found?.allowVolumeExpansion === true) return
    throw refuse(
      'only dynamically provisioned pvc can be resized and ' +
        'the storageclass that provisions the pvc must support resize',
    )
  },
}

function sizeOf({ spec }: ApiObject): bigint {
  const { storage } = objectIn(objectIn(objectIn(spec).resources).requests)
  return billionthsIn(String(storage ?? 0)) ?? 0n
}
