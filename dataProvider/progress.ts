/** Sends a request with a large body by XMLHttpRequest, because only this reports the progress of an upload. */

/** Receives the part of the body that is sent, from 0 to 1. */
export type Progress = (share: number) => void;

/** Sends the request. Rejects like fetch: if no reply arrives, or if the caller aborts. */
export function fetchWithProgress(
  address: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress: Progress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    request.open(method, address);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('The request did not reach the server'));
    request.onabort = () => reject(new DOMException('The request was cancelled', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', giveUp);
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'));
    signal?.addEventListener('abort', giveUp);
    request.send(body as XMLHttpRequestBodyInit);
  });
}
