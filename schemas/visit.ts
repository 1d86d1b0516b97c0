/** A visit of a user, from sign-in to its end, as the server stores it and the browser lists it. */
export interface VisitFacts {
  id: number;
  modo: string;
  inizio: string;
  vista: string;
  fine: string | null;
  motivo: string | null;
  dispositivo: string | null;
  indirizzo: string | null;
}
