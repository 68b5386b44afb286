import type { AccessAnswer, AccessQuestion, ResourceInQuestion } from './access.ts'
import type { ApiObject, JsonObject } from './object.ts'

/** The values of the variables of a policy's expressions, for one request and one parameter. */
export type PolicyInput = {
  readonly object: ApiObject | null
  readonly oldObject: ApiObject | null
  readonly request: JsonObject
  /** Null for objects of the whole cluster. */
  readonly namespaceObject: ApiObject | null
  readonly params: ApiObject | null
  readonly requestResource: ResourceInQuestion
  readonly askAccess: (question: AccessQuestion) => Promise<AccessAnswer>
}
