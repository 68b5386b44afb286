import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { DeleteOptions, Parts } from '../api/parts.ts'
import type { Cause, FieldTypes } from '../api/resource.ts'
import { badRequest, invalid } from '../api/status.ts'
