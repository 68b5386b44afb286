// The metadata of kinds that are not stored.

import { deFacto, mapField, objectField, textField } from './config-kind.ts'

const entry = textField('A value.')

/** Metadata with the fields that matter here. Others are accepted. */
export const objectMetadata = objectField(
  'Metadata of the object.',
  {
    name: textField('Name of the object.'),
    namespace: textField('Namespace of the object.'),
    labels: mapField('Labels.', entry),
    annotations: mapField('Annotations.', entry),
  },
  { requirement: deFacto, isOpen: true },
)

export const listMetadata = objectField(
  'Metadata of the list.',
  { resourceVersion: textField('Resource version of the list.') },
  { requirement: deFacto, isOpen: true },
)

/** The optional type of a list item. */
export const listItemTypeMeta = {
  apiVersion: textField('API version of the object.', { requirement: deFacto }),
  kind: textField('Kind of the object.', { requirement: deFacto }),
}
