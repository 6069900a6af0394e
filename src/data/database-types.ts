/** Made by `npm run db:types` from supabase/migrations; never edited by hand. */
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      audit_events: {
        Row: {
          action: string;
          after: Json | null;
          before: Json | null;
          company_id: string | null;
          happened_at: string;
          id: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          after?: Json | null;
          before?: Json | null;
          company_id?: string | null;
          happened_at?: string;
          id?: string;
          user_id?: string | null;
        };
        Update: {
          action?: string;
          after?: Json | null;
          before?: Json | null;
          company_id?: string | null;
          happened_at?: string;
          id?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'audit_events_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      bookings: {
        Row: {
          access_token_hash: string | null;
          changed_xid: unknown;
          company_id: string;
          contact_email: string | null;
          contact_name: string;
          contact_phone: string | null;
          country: string | null;
          created_at: string;
          currency: string;
          departure_id: string;
          expires_at: string | null;
          external_reference: string | null;
          id: string;
          locale: string;
          moved_from: string[];
          note: string | null;
          organisation_id: string | null;
          paid_amount: number;
          price_snapshot: NonNullable<Json>;
          reference: string;
          source: string;
          status: string;
          total_amount: number;
        };
        ComputedFields: never;
        Insert: {
          access_token_hash?: string | null;
          changed_xid?: unknown;
          company_id: string;
          contact_email?: string | null;
          contact_name: string;
          contact_phone?: string | null;
          country?: string | null;
          created_at?: string;
          currency: string;
          departure_id: string;
          expires_at?: string | null;
          external_reference?: string | null;
          id?: string;
          locale?: string;
          moved_from?: string[];
          note?: string | null;
          organisation_id?: string | null;
          paid_amount?: number;
          price_snapshot?: NonNullable<Json>;
          reference: string;
          source: string;
          status: string;
          total_amount?: number;
        };
        Update: {
          access_token_hash?: string | null;
          changed_xid?: unknown;
          company_id?: string;
          contact_email?: string | null;
          contact_name?: string;
          contact_phone?: string | null;
          country?: string | null;
          created_at?: string;
          currency?: string;
          departure_id?: string;
          expires_at?: string | null;
          external_reference?: string | null;
          id?: string;
          locale?: string;
          moved_from?: string[];
          note?: string | null;
          organisation_id?: string | null;
          paid_amount?: number;
          price_snapshot?: NonNullable<Json>;
          reference?: string;
          source?: string;
          status?: string;
          total_amount?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bookings_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_departure';
            columns: ['departure_id', 'company_id'];
            isOneToOne: false;
            referencedRelation: 'departures';
            referencedColumns: ['id', 'company_id'];
          },
          {
            foreignKeyName: 'bookings_organisation_id_fkey';
            columns: ['organisation_id'];
            isOneToOne: false;
            referencedRelation: 'organisations';
            referencedColumns: ['id'];
          },
        ];
      };
      check_in_actions: {
        Row: {
          body_hash: string;
          booking_id: string | null;
          changed_xid: unknown;
          company_id: string;
          departure_id: string;
          device_id: string;
          device_sequence: number;
          device_time: string;
          flags: string[];
          guest_id: string | null;
          id: string;
          kind: string;
          occurred_at: string;
          payload: NonNullable<Json>;
          recorded_at: string;
          schema_version: number;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          body_hash: string;
          booking_id?: string | null;
          changed_xid?: unknown;
          company_id: string;
          departure_id: string;
          device_id: string;
          device_sequence: number;
          device_time: string;
          flags?: string[];
          guest_id?: string | null;
          id: string;
          kind: string;
          occurred_at: string;
          payload: NonNullable<Json>;
          recorded_at?: string;
          schema_version: number;
          user_id: string;
        };
        Update: {
          body_hash?: string;
          booking_id?: string | null;
          changed_xid?: unknown;
          company_id?: string;
          departure_id?: string;
          device_id?: string;
          device_sequence?: number;
          device_time?: string;
          flags?: string[];
          guest_id?: string | null;
          id?: string;
          kind?: string;
          occurred_at?: string;
          payload?: NonNullable<Json>;
          recorded_at?: string;
          schema_version?: number;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'check_in_actions_departure';
            columns: ['departure_id', 'company_id'];
            isOneToOne: false;
            referencedRelation: 'departures';
            referencedColumns: ['id', 'company_id'];
          },
          {
            foreignKeyName: 'check_in_actions_device';
            columns: ['device_id', 'user_id'];
            isOneToOne: false;
            referencedRelation: 'devices';
            referencedColumns: ['id', 'user_id'];
          },
        ];
      };
      companies: {
        Row: {
          brand_colour: string | null;
          changed_xid: unknown;
          contact_email: string | null;
          contact_phone: string | null;
          created_at: string;
          currency: string;
          default_locale: string;
          has_active_subscription: boolean;
          id: string;
          is_active: boolean;
          name: string;
          slug: string;
          time_zone: string;
        };
        ComputedFields: never;
        Insert: {
          brand_colour?: string | null;
          changed_xid?: unknown;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          currency?: string;
          default_locale?: string;
          has_active_subscription?: boolean;
          id?: string;
          is_active?: boolean;
          name: string;
          slug: string;
          time_zone?: string;
        };
        Update: {
          brand_colour?: string | null;
          changed_xid?: unknown;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          currency?: string;
          default_locale?: string;
          has_active_subscription?: boolean;
          id?: string;
          is_active?: boolean;
          name?: string;
          slug?: string;
          time_zone?: string;
        };
        Relationships: [];
      };
      company_members: {
        Row: {
          changed_xid: unknown;
          company_id: string;
          created_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          changed_xid?: unknown;
          company_id: string;
          created_at?: string;
          user_id: string;
        };
        Update: {
          changed_xid?: unknown;
          company_id?: string;
          created_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'company_members_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'company_members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      departure_guides: {
        Row: {
          assigned_xid: unknown;
          departure_id: string;
          role: string;
          status: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          assigned_xid?: unknown;
          departure_id: string;
          role?: string;
          status?: string;
          user_id: string;
        };
        Update: {
          assigned_xid?: unknown;
          departure_id?: string;
          role?: string;
          status?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'departure_guides_departure_id_fkey';
            columns: ['departure_id'];
            isOneToOne: false;
            referencedRelation: 'departures';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'departure_guides_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      departures: {
        Row: {
          capacity: number;
          changed_xid: unknown;
          company_id: string;
          created_at: string;
          ends_at: string;
          id: string;
          is_closed: boolean;
          language: string;
          local_date: string;
          placed_xid: unknown;
          starts_at: string;
          status: string;
          tour_id: string;
        };
        ComputedFields: never;
        Insert: {
          capacity: number;
          changed_xid?: unknown;
          company_id: string;
          created_at?: string;
          ends_at: string;
          id?: string;
          is_closed?: boolean;
          language?: string;
          local_date: string;
          placed_xid?: unknown;
          starts_at: string;
          status?: string;
          tour_id: string;
        };
        Update: {
          capacity?: number;
          changed_xid?: unknown;
          company_id?: string;
          created_at?: string;
          ends_at?: string;
          id?: string;
          is_closed?: boolean;
          language?: string;
          local_date?: string;
          placed_xid?: unknown;
          starts_at?: string;
          status?: string;
          tour_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'departures_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'departures_tour';
            columns: ['tour_id', 'company_id'];
            isOneToOne: false;
            referencedRelation: 'tours';
            referencedColumns: ['id', 'company_id'];
          },
        ];
      };
      devices: {
        Row: {
          app_version: string;
          changed_xid: unknown;
          created_at: string;
          id: string;
          label: string;
          last_seen_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          app_version: string;
          changed_xid?: unknown;
          created_at?: string;
          id: string;
          label: string;
          last_seen_at?: string;
          user_id: string;
        };
        Update: {
          app_version?: string;
          changed_xid?: unknown;
          created_at?: string;
          id?: string;
          label?: string;
          last_seen_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      guests: {
        Row: {
          booking_id: string;
          category_type: string;
          changed_xid: unknown;
          company_id: string;
          created_at: string;
          departure_id: string;
          id: string;
          is_cancelled: boolean;
          moved_from: string[];
          name: string | null;
          price_category_id: string | null;
          ticket_code: string;
        };
        ComputedFields: never;
        Insert: {
          booking_id: string;
          category_type: string;
          changed_xid?: unknown;
          company_id: string;
          created_at?: string;
          departure_id: string;
          id?: string;
          is_cancelled?: boolean;
          moved_from?: string[];
          name?: string | null;
          price_category_id?: string | null;
          ticket_code: string;
        };
        Update: {
          booking_id?: string;
          category_type?: string;
          changed_xid?: unknown;
          company_id?: string;
          created_at?: string;
          departure_id?: string;
          id?: string;
          is_cancelled?: boolean;
          moved_from?: string[];
          name?: string | null;
          price_category_id?: string | null;
          ticket_code?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'guests_booking';
            columns: ['booking_id', 'departure_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id', 'departure_id'];
          },
          {
            foreignKeyName: 'guests_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'guests_departure';
            columns: ['departure_id', 'company_id'];
            isOneToOne: false;
            referencedRelation: 'departures';
            referencedColumns: ['id', 'company_id'];
          },
          {
            foreignKeyName: 'guests_price_category_id_fkey';
            columns: ['price_category_id'];
            isOneToOne: false;
            referencedRelation: 'price_categories';
            referencedColumns: ['id'];
          },
        ];
      };
      organisation_companies: {
        Row: {
          commission: number;
          company_id: string;
          created_at: string;
          data_sharing: boolean;
          id: string;
          organisation_id: string;
          status: string;
        };
        ComputedFields: never;
        Insert: {
          commission?: number;
          company_id: string;
          created_at?: string;
          data_sharing?: boolean;
          id?: string;
          organisation_id: string;
          status?: string;
        };
        Update: {
          commission?: number;
          company_id?: string;
          created_at?: string;
          data_sharing?: boolean;
          id?: string;
          organisation_id?: string;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'organisation_companies_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'organisation_companies_organisation_id_fkey';
            columns: ['organisation_id'];
            isOneToOne: false;
            referencedRelation: 'organisations';
            referencedColumns: ['id'];
          },
        ];
      };
      organisation_members: {
        Row: {
          created_at: string;
          organisation_id: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          organisation_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          organisation_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'organisation_members_organisation_id_fkey';
            columns: ['organisation_id'];
            isOneToOne: false;
            referencedRelation: 'organisations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'organisation_members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      organisations: {
        Row: {
          brand_colour: string | null;
          contact_email: string | null;
          contact_phone: string | null;
          created_at: string;
          default_locale: string;
          id: string;
          is_active: boolean;
          name: string;
          slug: string;
        };
        ComputedFields: never;
        Insert: {
          brand_colour?: string | null;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          default_locale?: string;
          id?: string;
          is_active?: boolean;
          name: string;
          slug: string;
        };
        Update: {
          brand_colour?: string | null;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          default_locale?: string;
          id?: string;
          is_active?: boolean;
          name?: string;
          slug?: string;
        };
        Relationships: [];
      };
      permissions: {
        Row: {
          guard_name: string;
          id: string;
        };
        ComputedFields: never;
        Insert: {
          guard_name: string;
          id?: string;
        };
        Update: {
          guard_name?: string;
          id?: string;
        };
        Relationships: [];
      };
      price_categories: {
        Row: {
          amount: number;
          changed_xid: unknown;
          company_id: string;
          id: string;
          is_active: boolean;
          maximum_age: number | null;
          minimum_age: number | null;
          seats: number;
          tour_id: string;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          amount: number;
          changed_xid?: unknown;
          company_id: string;
          id?: string;
          is_active?: boolean;
          maximum_age?: number | null;
          minimum_age?: number | null;
          seats?: number;
          tour_id: string;
          type: string;
        };
        Update: {
          amount?: number;
          changed_xid?: unknown;
          company_id?: string;
          id?: string;
          is_active?: boolean;
          maximum_age?: number | null;
          minimum_age?: number | null;
          seats?: number;
          tour_id?: string;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'price_categories_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'price_categories_tour';
            columns: ['tour_id', 'company_id'];
            isOneToOne: false;
            referencedRelation: 'tours';
            referencedColumns: ['id', 'company_id'];
          },
        ];
      };
      roles: {
        Row: {
          guard_name: string;
          id: string;
        };
        ComputedFields: never;
        Insert: {
          guard_name: string;
          id?: string;
        };
        Update: {
          guard_name?: string;
          id?: string;
        };
        Relationships: [];
      };
      roles_permissions: {
        Row: {
          permission_id: string;
          role_id: string;
        };
        ComputedFields: never;
        Insert: {
          permission_id: string;
          role_id: string;
        };
        Update: {
          permission_id?: string;
          role_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'roles_permissions_permission_id_fkey';
            columns: ['permission_id'];
            isOneToOne: false;
            referencedRelation: 'permissions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'roles_permissions_role_id_fkey';
            columns: ['role_id'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['id'];
          },
        ];
      };
      roles_users: {
        Row: {
          company: string | null;
          id: string;
          organisation: string | null;
          role: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          company?: string | null;
          id?: string;
          organisation?: string | null;
          role: string;
          user_id: string;
        };
        Update: {
          company?: string | null;
          id?: string;
          organisation?: string | null;
          role?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'roles_users_company_fkey';
            columns: ['company'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'roles_users_organisation_fkey';
            columns: ['organisation'];
            isOneToOne: false;
            referencedRelation: 'organisations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'roles_users_role_fkey';
            columns: ['role'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'roles_users_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      schedule_exceptions: {
        Row: {
          capacity: number | null;
          id: string;
          kind: string;
          local_date: string;
          local_time: string | null;
          note: string | null;
          schedule_id: string;
        };
        ComputedFields: never;
        Insert: {
          capacity?: number | null;
          id?: string;
          kind: string;
          local_date: string;
          local_time?: string | null;
          note?: string | null;
          schedule_id: string;
        };
        Update: {
          capacity?: number | null;
          id?: string;
          kind?: string;
          local_date?: string;
          local_time?: string | null;
          note?: string | null;
          schedule_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'schedule_exceptions_schedule_id_fkey';
            columns: ['schedule_id'];
            isOneToOne: false;
            referencedRelation: 'schedules';
            referencedColumns: ['id'];
          },
        ];
      };
      schedules: {
        Row: {
          capacity: number | null;
          company_id: string;
          id: string;
          is_active: boolean;
          language: string | null;
          local_time: string;
          rrule: string;
          season_from: string | null;
          season_to: string | null;
          tour_id: string;
        };
        ComputedFields: never;
        Insert: {
          capacity?: number | null;
          company_id: string;
          id?: string;
          is_active?: boolean;
          language?: string | null;
          local_time: string;
          rrule: string;
          season_from?: string | null;
          season_to?: string | null;
          tour_id: string;
        };
        Update: {
          capacity?: number | null;
          company_id?: string;
          id?: string;
          is_active?: boolean;
          language?: string | null;
          local_time?: string;
          rrule?: string;
          season_from?: string | null;
          season_to?: string | null;
          tour_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'schedules_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'schedules_tour';
            columns: ['tour_id', 'company_id'];
            isOneToOne: false;
            referencedRelation: 'tours';
            referencedColumns: ['id', 'company_id'];
          },
        ];
      };
      tour_translations: {
        Row: {
          description: string;
          locale: string;
          meeting_notes: string;
          meeting_point: string;
          summary: string;
          title: string;
          tour_id: string;
        };
        ComputedFields: never;
        Insert: {
          description?: string;
          locale: string;
          meeting_notes?: string;
          meeting_point?: string;
          summary?: string;
          title: string;
          tour_id: string;
        };
        Update: {
          description?: string;
          locale?: string;
          meeting_notes?: string;
          meeting_point?: string;
          summary?: string;
          title?: string;
          tour_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tour_translations_tour_id_fkey';
            columns: ['tour_id'];
            isOneToOne: false;
            referencedRelation: 'tours';
            referencedColumns: ['id'];
          },
        ];
      };
      tours: {
        Row: {
          booking_cut_off_minutes: number;
          cancellation_cut_off_hours: number;
          capacity: number;
          changed_xid: unknown;
          colour: string;
          company_id: string;
          created_at: string;
          duration_minutes: number;
          guide_languages: string[];
          id: string;
          latitude: number | null;
          longitude: number | null;
          minimum_guests: number;
          slug: string;
          status: string;
        };
        ComputedFields: never;
        Insert: {
          booking_cut_off_minutes?: number;
          cancellation_cut_off_hours?: number;
          capacity: number;
          changed_xid?: unknown;
          colour?: string;
          company_id: string;
          created_at?: string;
          duration_minutes: number;
          guide_languages?: string[];
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          minimum_guests?: number;
          slug: string;
          status?: string;
        };
        Update: {
          booking_cut_off_minutes?: number;
          cancellation_cut_off_hours?: number;
          capacity?: number;
          changed_xid?: unknown;
          colour?: string;
          company_id?: string;
          created_at?: string;
          duration_minutes?: number;
          guide_languages?: string[];
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          minimum_guests?: number;
          slug?: string;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tours_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      users: {
        Row: {
          changed_xid: unknown;
          created_at: string;
          display_name: string;
          id: string;
          impersonated_company_id: string | null;
          locale: string;
        };
        ComputedFields: never;
        Insert: {
          changed_xid?: unknown;
          created_at?: string;
          display_name: string;
          id: string;
          impersonated_company_id?: string | null;
          locale?: string;
        };
        Update: {
          changed_xid?: unknown;
          created_at?: string;
          display_name?: string;
          id?: string;
          impersonated_company_id?: string | null;
          locale?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      begin_job_run: { Args: Record<PropertyKey, never>; Returns: Json };
      check_in_look_up: { Args: { code: Json; company: string; departure: string }; Returns: Json };
      check_in_pull: {
        Args: { company: string; cursor?: Json; from_date: string; page_size?: number; to_date: string };
        Returns: Json;
      };
      check_in_push: { Args: { actions: Json; device: Json }; Returns: Json };
      claim_job: { Args: { kinds: string[]; lease_seconds: number }; Returns: Json };
      dead_jobs: { Args: { company: string }; Returns: Json };
      fail_job: { Args: { error: string; job: string; lease: string; may_retry: boolean }; Returns: Json };
      finish_job: { Args: { job: string; lease: string }; Returns: Json };
      forget_company: { Args: { company: string }; Returns: boolean };
      forget_guests: { Args: { before: string; company?: string }; Returns: number };
      forget_user: { Args: { person: string }; Returns: boolean };
      impersonate: { Args: { company: string }; Returns: Json };
      jobs_health: { Args: Record<PropertyKey, never>; Returns: Json };
      mail_sent: { Args: { message: string }; Returns: Json };
      mail_to_send: { Args: { message: string }; Returns: Json };
      retry_job: { Args: { job: string }; Returns: Json };
      stop_impersonating: { Args: Record<PropertyKey, never>; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    keyof (DefaultSchema['Tables'] & DefaultSchema['Views']) | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
