// The metadata that some kinds have although nobody stores them.

import { deFacto, map, object, text } from './vocabulary.ts'

const entry = text('A value.')

/** Fields of it that say something here; others are taken as they are. */
export const objectMetadata = object(
  'Metadata of the object.',
  {
    name: text('Name of the object.'),
    namespace: text('Namespace of the object.'),
    labels: map('Labels.', entry),
    annotations: map('Annotations.', entry),
  },
  { by: deFacto, isOpen: true },
)

export const listMetadata = object(
  'Metadata of the list.',
  { resourceVersion: text('Resource version of the list.') },
  { by: deFacto, isOpen: true },
)

/** What an item of a list may say of itself. */
export const itsKind = {
  apiVersion: text('API version of the object.', { by: deFacto }),
  kind: text('Kind of the object.', { by: deFacto }),
}
