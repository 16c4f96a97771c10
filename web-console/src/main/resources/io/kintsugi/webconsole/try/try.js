// Starts Swagger UI on the contract of the node that served this page. No validator and no other site is asked.
window.SwaggerUIBundle({
  url: 'v1/openapi.yaml',
  dom_id: '#swagger-ui',
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
  // Where there is authentication: try logIn first. Changes by its cookie need this header.
  requestInterceptor: (request) => {
    request.headers['X-Requested-By'] = 'api page';
    return request;
  },
  defaultModelsExpandDepth: 0,
  presets: [window.SwaggerUIBundle.presets.apis],
});
