// Included before every source file when an addon written for Node-API 10 is built for Node-API 9.
// Version 10 lets a reference hold any value; version 9 only objects, functions, symbols and externals.
// Here a value of another kind is put into a marked object of its own, and taken out again on reading.
#pragma once

#include <node_api.h>

namespace node_api_9 {

constexpr napi_type_tag kBoxTag = {0x72656269'6c6c6465ULL, 0x736b2d62'6f782d39ULL};

inline bool CanBeReferenced(napi_valuetype type) {
  return type == napi_object || type == napi_function || type == napi_symbol || type == napi_external;
}

inline napi_status CreateReference(napi_env env, napi_value value, uint32_t count, napi_ref* result) {
  napi_valuetype type = napi_undefined;
  napi_status status = napi_typeof(env, value, &type);
  if (status != napi_ok) return status;
  if (CanBeReferenced(type)) return napi_create_reference(env, value, count, result);

  napi_value box = nullptr;
  status = napi_create_object(env, &box);
  if (status == napi_ok) status = napi_type_tag_object(env, box, &kBoxTag);
  if (status == napi_ok) status = napi_set_element(env, box, 0, value);
  return status == napi_ok ? napi_create_reference(env, box, count, result) : status;
}

inline napi_status GetReferenceValue(napi_env env, napi_ref reference, napi_value* result) {
  napi_status status = napi_get_reference_value(env, reference, result);
  if (status != napi_ok || *result == nullptr) return status;

  napi_valuetype type = napi_undefined;
  status = napi_typeof(env, *result, &type);
  if (status != napi_ok || type != napi_object) return status;

  bool is_box = false;
  status = napi_check_object_type_tag(env, *result, &kBoxTag, &is_box);
  return status == napi_ok && is_box ? napi_get_element(env, *result, 0, result) : status;
}

}  // namespace node_api_9

#define napi_create_reference node_api_9::CreateReference
#define napi_get_reference_value node_api_9::GetReferenceValue
