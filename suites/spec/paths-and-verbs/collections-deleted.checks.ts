// The deletion of a collection in one request. The specification names no method for it: DELETE on
// the collection's path is the de facto one, which a target has to declare.

import { collectionIsDeleted } from '../../../properties/laws/delete-and-finalizers/collection-deletes.ts'
import { deleteCollectionSteps } from '../../../properties/scenarios/delete-and-finalizers/collection-deletes.ts'
import { example } from '../../check.ts'

const objects = ['one', 'two', 'three', 'held']

export default [
  example('PATH-025', deleteCollectionSteps('main', objects), collectionIsDeleted(...objects), {
    needs: ['feature deletecollection'],
  }),
]
