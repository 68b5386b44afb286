// The deletion of a collection in one request. The specification names no method for it: DELETE on
// the collection's path is the de facto one, which a target has to declare.

import { allAreDeleted } from '../../../properties/laws/delete-and-finalizers/collection-deletes.ts'
import { collectionDeleted } from '../../../properties/scenarios/delete-and-finalizers/collection-deletes.ts'
import { example } from '../../check.ts'

const objects = ['one', 'two', 'three', 'held']

export default [
  example('PATH-025', collectionDeleted('main', objects), allAreDeleted(...objects), {
    needs: ['feature deletecollection'],
  }),
]
