// Checks deletions of many objects: a collection in one request, and a namespace with its content.

import { objectsWithFinalizersAreMarked } from '../../../properties/laws/delete-and-finalizers/collection-deletes.ts'
import { namespaceContentsAreDeleted } from '../../../properties/laws/delete-and-finalizers/namespace-deletion.ts'
import { deleteCollectionSteps } from '../../../properties/scenarios/delete-and-finalizers/collection-deletes.ts'
import { namespaceDeletion } from '../../../properties/scenarios/delete-and-finalizers/namespace-deletions.ts'
import { example, property } from '../../check.ts'

export default [
  property('DEL-028', namespaceDeletion(), namespaceContentsAreDeleted, {
    needs: ['feature namespace-controller'],
  }),
  example(
    'DEL-030',
    deleteCollectionSteps('core', ['free', 'held one', 'held two']),
    objectsWithFinalizersAreMarked('held one', 'held two'),
    { needs: ['feature deletecollection'] },
  ),
]
