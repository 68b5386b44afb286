package main

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	reviewv1 "k8s.io/api/admission/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The guards are webhooks without a framework, for built-in types in one namespace.
const guarded = "guarded"

type guard func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse

var handlers = map[string]guard{
	// Adds a container once, although it is called again after the change of `mark`.
	"/sidecar": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		pod := podIn(asked.Object.Raw)
		for _, one := range pod.Spec.Containers {
			if one.Name == "proxy" {
				return allowed()
			}
		}
		return patching(`[{"op":"add","path":"/spec/containers/-","value":{"name":"proxy","image":"proxy:1"}}]`)
	},
	"/mark": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		count := len(podIn(asked.Object.Raw).Spec.Containers)
		value := fmt.Sprintf(`{"containers":"%d","user":"%v"}`, count, asked.UserInfo.Username != "")
		return patching(`[{"op":"add","path":"/metadata/annotations","value":` + value + `}]`)
	},
	"/images": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		var causes []metav1.StatusCause
		for index, one := range podIn(asked.Object.Raw).Spec.Containers {
			if !strings.Contains(one.Image, ":") {
				field := fmt.Sprintf("spec.containers[%d].image", index)
				causes = append(causes, metav1.StatusCause{Type: "FieldValueInvalid", Field: field, Message: "needs a tag"})
			}
		}
		if len(causes) == 0 {
			return allowed()
		}
		return denying(&metav1.Status{
			Code: 422, Reason: "Invalid", Message: "images need tags", Details: &metav1.StatusDetails{Causes: causes},
		})
	},
	"/keep": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		var old corev1.ConfigMap
		_ = json.Unmarshal(asked.OldObject.Raw, &old)
		if old.Labels["keep"] == "yes" {
			return denying(&metav1.Status{Message: string(asked.Operation) + " of " + asked.Name})
		}
		return allowed()
	},
	"/size": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		var made corev1.ConfigMap
		_ = json.Unmarshal(asked.Object.Raw, &made)
		if len(made.Data) > 1 {
			return denying(&metav1.Status{Code: 403, Message: fmt.Sprintf("%d keys", len(made.Data))})
		}
		return allowed()
	},
	"/rename": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		return patching(`[{"op":"replace","path":"/metadata/name","value":"other"}]`)
	},
	"/nowhere": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		return patching(`[{"op":"replace","path":"/nowhere/there","value":1}]`)
	},
	"/status": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse {
		return patching(`[{"op":"add","path":"/status","value":{"phase":"Running"}}]`)
	},
	"/silent": func(asked *reviewv1.AdmissionRequest) *reviewv1.AdmissionResponse { return nil },
}

func guards(ctx context.Context, on *stage) error {
	mux := http.NewServeMux()
	for path, answer := range handlers {
		mux.Handle(path, on.observed(served(answer)))
	}
	host := httptest.NewUnstartedServer(mux)
	host.EnableHTTP2 = true
	host.StartTLS()
	defer host.Close()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: host.Certificate().Raw})

	space := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: guarded, Labels: map[string]string{"guarded": "yes"}}}
	if err := on.Create(ctx, space); err != nil {
		return err
	}
	for _, one := range guardConfigurations(host.URL, authority) {
		if err := on.Create(ctx, one); err != nil {
			return err
		}
	}
	err := until(ctx, "webhooks", func() bool {
		_ = on.Create(ctx, pod("probe", "a:1", nil), client.DryRunAll)
		_ = on.Create(ctx, settings("probe", nil, "a"), client.DryRunAll)
		return on.calls.count("/sidecar") > 0 && on.calls.count("/images") > 0 && on.calls.count("/size") > 0
	})
	if err != nil {
		return err
	}
	testGuards(ctx, on)
	return nil
}

func testGuards(ctx context.Context, on *stage) {
	on.test("a pod gets a container, and what comes before it is called again", func() outcome {
		made := pod("a", "a:1", nil)
		err := on.Create(ctx, made)
		return equal(err, fmt.Sprint(len(made.Spec.Containers), made.Annotations), "2 map[containers:2 user:true]")
	})
	on.test("an image without a tag is refused with its field", func() outcome {
		return refused(on.Create(ctx, pod("b", "a", nil)), "images need tags")
	})
	on.test("an update is judged", func() outcome {
		patch := client.RawPatch("application/json-patch+json", []byte(`[{"op":"replace","path":"/spec/containers/0/image","value":"b"}]`))
		return refused(on.Patch(ctx, pod("a", "a:1", nil), patch), "images need tags")
	})
	on.test("a pod of another namespace is not judged", func() outcome {
		made := pod("c", "a", nil)
		made.Namespace = "default"
		err := on.Create(ctx, made)
		return equal(err, len(made.Spec.Containers), 1)
	})
	on.test("an update that is to be kept is refused", func() outcome {
		kept := settings("kept", map[string]string{"keep": "yes"}, "a")
		if err := on.Create(ctx, kept); err != nil {
			return outcome{false, describe(err)}
		}
		kept.Data = map[string]string{"b": ""}
		return refused(on.Update(ctx, kept), "UPDATE of kept")
	})
	on.test("a deletion is refused", func() outcome {
		return refused(on.Delete(ctx, settings("kept", nil)), "DELETE of kept")
	})
	on.test("a deletion of all is refused", func() outcome {
		options := []client.DeleteAllOfOption{client.InNamespace(guarded), client.MatchingLabels{"keep": "yes"}}
		err := on.DeleteAllOf(ctx, &corev1.ConfigMap{}, options...)
		// A review of such a deletion has no name.
		return refused(err, "DELETE of ")
	})
	on.test("two keys are one too many", func() outcome {
		return refused(on.Create(ctx, settings("two", nil, "a", "b")), "2 keys")
	})
	on.test("an apply is judged", func() outcome {
		applied := []byte(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"two"},"data":{"a":"","b":"","c":""}}`)
		patch := client.RawPatch("application/apply-patch+yaml", applied)
		return refused(on.Patch(ctx, settings("two", nil), patch, client.FieldOwner("guards")), "3 keys")
	})
	on.test("a condition exempts", func() outcome {
		err := on.Create(ctx, settings("free", map[string]string{"free": "yes"}, "a", "b"))
		return equal(err, "made", "made")
	})
	// Without a call these succeed.
	for _, one := range [][2]string{{"nowhere", "nowhere"}, {"silent", "response was absent"}} {
		name, text := one[0], one[1]
		on.test("what "+name+" does to a new object", func() outcome {
			err := on.Create(ctx, settings(name, map[string]string{"by": name}, "a"))
			return refused(err, text)
		})
	}
	on.test("a webhook renames a new object", func() outcome {
		made := settings("rename", map[string]string{"by": "rename"}, "a")
		err := on.Create(ctx, made)
		return equal(err, made.Name, "other")
	})
	on.test("a webhook that fails may be ignored", func() outcome {
		err := on.Create(ctx, settings("lenient", map[string]string{"by": "lenient"}, "a"))
		return equal(err, "made", "made")
	})
	on.test("a webhook sets no status of a new pod", func() outcome {
		made := pod("status", "a:1", map[string]string{"by": "status"})
		err := on.Create(ctx, made)
		return equal(err, fmt.Sprint(made.Status.Phase, len(made.Spec.Containers)), "Pending2")
	})
	on.test("what was refused is not stored", func() outcome {
		var list corev1.ConfigMapList
		err := on.List(ctx, &list, client.InNamespace(guarded))
		names := ""
		for _, one := range list.Items {
			names += one.Name + " "
		}
		names = strings.NewReplacer("kube-root-ca.crt ", "", "other ", "").Replace(names)
		return equal(err, names, "free kept lenient ")
	})
}

func podIn(raw []byte) corev1.Pod {
	var pod corev1.Pod
	_ = json.Unmarshal(raw, &pod)
	return pod
}

func allowed() *reviewv1.AdmissionResponse { return &reviewv1.AdmissionResponse{Allowed: true} }

func denying(status *metav1.Status) *reviewv1.AdmissionResponse {
	return &reviewv1.AdmissionResponse{Result: status}
}

func patching(operations string) *reviewv1.AdmissionResponse {
	kind := reviewv1.PatchTypeJSONPatch
	return &reviewv1.AdmissionResponse{Allowed: true, Patch: []byte(operations), PatchType: &kind}
}

func served(answer guard) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		var asked reviewv1.AdmissionReview
		if err := json.NewDecoder(request.Body).Decode(&asked); err != nil || asked.Request == nil {
			http.Error(response, "expected a review", http.StatusBadRequest)
			return
		}
		given := reviewv1.AdmissionReview{TypeMeta: asked.TypeMeta, Response: answer(asked.Request)}
		if given.Response != nil {
			given.Response.UID = asked.Request.UID
		}
		response.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(response).Encode(given)
	})
}

func pod(name, image string, labels map[string]string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: guarded, Name: name, Labels: labels},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: image}}},
	}
}

func settings(name string, labels map[string]string, keys ...string) *corev1.ConfigMap {
	made := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: guarded, Name: name, Labels: labels}}
	for _, key := range keys {
		if made.Data == nil {
			made.Data = map[string]string{}
		}
		made.Data[key] = ""
	}
	return made
}
