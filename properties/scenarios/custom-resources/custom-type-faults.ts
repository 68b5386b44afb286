// Lists faults of a definition outside its schemas.

import type { Term } from '../../dsl/term.ts'

/** A change of a valid definition, and the field that the causes must name. */
export type DefinitionFault = {
  name: string
  set?: Record<string, Term>
  drop?: string[]
  /** Relative to the schema of the only version if it begins with a dot. */
  field: string
}

export const typeFaultCases: DefinitionFault[] = [
  { name: 'a scope that is none', set: { '/spec/scope': 'Global' }, field: 'spec.scope' },
  { name: 'no kind', set: { '/spec/names/kind': '' }, field: 'spec.names.kind' },
  { name: 'a kind with a space', set: { '/spec/names/kind': 'A B' }, field: 'spec.names.kind' },
  {
    name: 'a list kind that is the kind',
    set: { '/spec/names/listKind': 'Widget' },
    field: 'spec.names.listKind',
  },
  {
    name: 'a short name in capitals',
    set: { '/spec/names/shortNames': ['W'] },
    field: 'spec.names.shortNames[0]',
  },
  {
    name: 'another name than its own',
    set: { '/metadata/name': { $join: [{ $name: 'other' }, '.example'] } },
    field: 'metadata.name',
  },
  { name: 'no stored version', set: { '/spec/versions/0/storage': false }, field: 'spec.versions' },
  {
    name: 'a version in capitals',
    set: { '/spec/versions/0/name': 'V1' },
    field: 'spec.versions[0].name',
  },
  {
    name: 'no schema',
    drop: ['/spec/versions/0/schema'],
    field: 'spec.versions[0].schema.openAPIV3Schema',
  },
  {
    name: 'unknown fields kept by everything',
    set: { '/spec/preserveUnknownFields': true },
    field: 'spec.preserveUnknownFields',
  },
  {
    name: 'a conversion that is none',
    set: { '/spec/conversion': { strategy: 'Magic' } },
    field: 'spec.conversion.strategy',
  },
  {
    name: 'a webhook without an address',
    set: {
      '/spec/conversion': { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } },
    },
    field: 'spec.conversion.webhookClientConfig',
  },
  {
    name: 'a column of no type',
    set: { '/spec/versions/0/additionalPrinterColumns/0/type': 'color' },
    field: 'spec.versions[0].additionalPrinterColumns[0].type',
  },
  {
    name: 'a column without a path',
    set: { '/spec/versions/0/additionalPrinterColumns/0/jsonPath': '' },
    field: 'spec.versions[0].additionalPrinterColumns[0].JSONPath',
  },
  {
    name: 'a scale outside of the spec',
    set: {
      '/spec/versions/0/subresources': {
        scale: { specReplicasPath: '.status.n', statusReplicasPath: '.status.n' },
      },
    },
    field: 'spec.versions[0].subresources.scale.specReplicasPath',
  },
  {
    name: 'a selectable field that is none',
    set: { '/spec/versions/0/selectableFields': [{ jsonPath: '.spec.absent' }] },
    field: 'spec.versions[0].selectableFields[0].jsonPath',
  },
  {
    name: 'a selectable object',
    set: { '/spec/versions/0/selectableFields': [{ jsonPath: '.spec.nested' }] },
    field: 'spec.versions[0].selectableFields[0].jsonPath',
  },
]
