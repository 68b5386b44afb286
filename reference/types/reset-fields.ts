// Fields that a write on a subresource does not change. A manager does not become their owner by
// sending them in such a write.

const always: { readonly [subresource: string]: readonly string[] } = {
  status: ['spec'],
  finalize: ['status'],
}

// Additional fields that a write on `status` does not change, by kind.
const more: { readonly [kind: string]: readonly string[] } = {
  CustomResourceDefinition: ['metadata'],
  Deployment: ['metadata.labels'],
  Pod: ['metadata.deletionTimestamp', 'metadata.ownerReferences'],
  ServiceCIDR: ['metadata'],
  ValidatingAdmissionPolicy: ['metadata'],
  VolumeAttachment: ['metadata'],
}

/** Returns the paths that a write on a subresource does not change. */
export const resetFieldsOf = (kind: string, subresource: string): readonly string[] => [
  ...(always[subresource] ?? []),
  ...((subresource === 'status' && more[kind]) || []),
]
