// The metadata that some kinds have although nobody stores them.

import { deFacto, mapField, objectField, textField } from './config-kind.ts'

const entry = textField('A value.')

/** Fields of it that say something here; others are taken as they are. */
export const objectMetadata = objectField(
  'Metadata of the object.',
  {
    name: textField('Name of the object.'),
    namespace: textField('Namespace of the object.'),
    labels: mapField('Labels.', entry),
    annotations: mapField('Annotations.', entry),
  },
  { by: deFacto, isOpen: true },
)

export const listMetadata = objectField(
  'Metadata of the list.',
  { resourceVersion: textField('Resource version of the list.') },
  { by: deFacto, isOpen: true },
)

/** What an item of a list may say of itself. */
export const listItemTypeMeta = {
  apiVersion: textField('API version of the object.', { by: deFacto }),
  kind: textField('Kind of the object.', { by: deFacto }),
}
