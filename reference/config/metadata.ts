// The metadata that some kinds have although nobody stores them.

import { deFacto, map, object, text } from './vocabulary.ts'

const entry = text('A value.')

/** Fields of it that say something here; others are taken as they are. */
export const objectMetadata = object(
  'What every object has.',
  {
    name: text('Its name.'),
    namespace: text('The namespace that it is in.'),
    labels: map('Labels.', entry),
    annotations: map('Annotations.', entry),
  },
  { by: deFacto, isOpen: true },
)

export const listMetadata = object(
  'What every list has.',
  { resourceVersion: text('The version of the list.') },
  { by: deFacto, isOpen: true },
)

/** What an item of a list may say of itself. */
export const itsKind = {
  apiVersion: text('The version of the list.', { by: deFacto }),
  kind: text('What it is.', { by: deFacto }),
}
