// What is deleted together: a collection in one request, and a namespace with all that is in it.

import { heldAreMarked } from '../../../properties/laws/delete-and-finalizers/collection-deletes.ts'
import { contentsGo } from '../../../properties/laws/delete-and-finalizers/namespace-deletion.ts'
import { collectionDeleted } from '../../../properties/scenarios/delete-and-finalizers/collection-deletes.ts'
import { namespaceDeletion } from '../../../properties/scenarios/delete-and-finalizers/namespace-lives.ts'
import { example, property } from '../../check.ts'

export default [
  property('DEL-028', namespaceDeletion(), contentsGo, {
    needs: ['feature namespace-controller'],
  }),
  example(
    'DEL-030',
    collectionDeleted('core', ['free', 'held one', 'held two']),
    heldAreMarked('held one', 'held two'),
    { needs: ['feature deletecollection'] },
  ),
]
