// Checks the deletion of a collection in one request. The specification names no method for it.
// Genuine servers support DELETE on the path of the collection; a target must declare this as a
// feature.

import { collectionIsDeleted } from '../../../properties/laws/delete-and-finalizers/collection-deletes.ts'
import { deleteCollectionSteps } from '../../../properties/scenarios/delete-and-finalizers/collection-deletes.ts'
import { example } from '../../check.ts'

const objects = ['one', 'two', 'three', 'held']

export default [
  example('PATH-025', deleteCollectionSteps('main', objects), collectionIsDeleted(...objects), {
    needs: ['feature deletecollection'],
  }),
]
