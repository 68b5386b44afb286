// What a subresource leaves as it is, whatever is sent: nobody comes to own that by writing there.

const always: { readonly [subresource: string]: readonly string[] } = {
  status: ['spec'],
  finalize: ['status'],
}

// By kind; a status is about what is done, and of some types about nothing else.
const more: { readonly [kind: string]: readonly string[] } = {
  CustomResourceDefinition: ['metadata'],
  Deployment: ['metadata.labels'],
  Pod: ['metadata.deletionTimestamp', 'metadata.ownerReferences'],
  ServiceCIDR: ['metadata'],
  ValidatingAdmissionPolicy: ['metadata'],
  VolumeAttachment: ['metadata'],
}

/** The paths that a write on a subresource does not change. */
export const resetFieldsOf = (kind: string, subresource: string): readonly string[] => [
  ...(always[subresource] ?? []),
  ...((subresource === 'status' && more[kind]) || []),
]
