package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

// calls counts the calls of each path.
type calls struct {
	mutex sync.Mutex
	of    map[string]int
}

func (c *calls) add(path string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.of[path]++
}

func (c *calls) count(path string) int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.of[path]
}

// observed counts the calls of a handler. If the stage is sabotaged, it answers in its place.
func (on *stage) observed(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		on.calls.add(request.URL.Path)
		if !on.isSabotaged {
			handler.ServeHTTP(response, request)
			return
		}
		body, err := io.ReadAll(request.Body)
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		response.Header().Set("Content-Type", "application/json")
		_, _ = response.Write(idle(body))
	})
}

type review struct {
	Kind       string         `json:"kind"`
	APIVersion string         `json:"apiVersion"`
	Request    map[string]any `json:"request,omitempty"`
	Response   map[string]any `json:"response,omitempty"`
}

// idle is the answer of a webhook that does nothing.
func idle(body []byte) []byte {
	var asked review
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&asked); err != nil {
		return []byte("{}")
	}
	answer := map[string]any{"uid": asked.Request["uid"]}
	if asked.Kind == "ConversionReview" {
		objects, _ := asked.Request["objects"].([]any)
		for _, one := range objects {
			if object, isObject := one.(map[string]any); isObject {
				object["apiVersion"] = asked.Request["desiredAPIVersion"]
			}
		}
		answer["convertedObjects"] = objects
		answer["result"] = map[string]any{"status": "Success"}
	} else {
		answer["allowed"] = true
	}
	text, _ := json.Marshal(review{asked.Kind, asked.APIVersion, nil, answer})
	return text
}

// A server of controller-runtime whose handlers are observed.
type observedServer struct {
	webhook.Server
	on *stage
}

func (s observedServer) Register(path string, handler http.Handler) {
	s.Server.Register(path, s.on.observed(handler))
}

func contains(text, part string) bool { return strings.Contains(text, part) }

// describe shows the Status of an error.
func describe(err error) string {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return err.Error()
	}
	got := status.Status()
	said := fmt.Sprintf("%d %s %s", got.Code, got.Reason, got.Message)
	if got.Details == nil {
		return strings.ReplaceAll(said, "\n", " ")
	}
	for _, cause := range got.Details.Causes {
		said += fmt.Sprintf(" [%s %s %s]", cause.Type, cause.Field, cause.Message)
	}
	return strings.ReplaceAll(said, "\n", " ")
}
