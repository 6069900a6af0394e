/** Made by `npm run db:types` from supabase/schemas; never edited by hand. */
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
          subject_id: string | null;
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
          subject_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          action?: string;
          after?: Json | null;
          before?: Json | null;
          company_id?: string | null;
          happened_at?: string;
          id?: string;
          subject_id?: string | null;
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
      blackouts: {
        Row: {
          company_id: string;
          from_date: string;
          id: string;
          name: string;
          to_date: string;
          tour_id: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          company_id: string;
          from_date: string;
          id?: string;
          name?: string;
          to_date: string;
          tour_id?: string | null;
          version?: number;
        };
        Update: {
          company_id?: string;
          from_date?: string;
          id?: string;
          name?: string;
          to_date?: string;
          tour_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'blackouts_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'blackouts_tour';
            columns: ['tour_id', 'company_id'];
            isOneToOne: false;
            referencedRelation: 'tours';
            referencedColumns: ['id', 'company_id'];
          },
        ];
      };
      booking_views: {
        Row: {
          changed_at: string;
          changed_by: string | null;
          company_id: string;
          id: string;
          is_default: boolean;
          name: string;
          version: number;
          view: NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          changed_at?: string;
          changed_by?: string | null;
          company_id: string;
          id?: string;
          is_default?: boolean;
          name: string;
          version?: number;
          view: NonNullable<Json>;
        };
        Update: {
          changed_at?: string;
          changed_by?: string | null;
          company_id?: string;
          id?: string;
          is_default?: boolean;
          name?: string;
          version?: number;
          view?: NonNullable<Json>;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_views_company_id_fkey';
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
          extensions: number;
          id: string;
          late_minutes: number | null;
          locale: Database['public']['Enums']['locale'];
          moved_from: string[];
          news_consent: Json | null;
          note: string | null;
          organisation_id: string | null;
          paid_amount: number;
          policy_snapshot: NonNullable<Json>;
          price_snapshot: NonNullable<Json>;
          reason: Database['public']['Enums']['booking_reason'] | null;
          reference: string;
          referral: string | null;
          source: Database['public']['Enums']['booking_source'];
          status: Database['public']['Enums']['booking_status'];
          tags: string[];
          total_amount: number;
          version: number;
          voucher_number: string | null;
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
          extensions?: number;
          id?: string;
          late_minutes?: number | null;
          locale?: Database['public']['Enums']['locale'];
          moved_from?: string[];
          news_consent?: Json | null;
          note?: string | null;
          organisation_id?: string | null;
          paid_amount?: number;
          policy_snapshot?: NonNullable<Json>;
          price_snapshot?: NonNullable<Json>;
          reason?: Database['public']['Enums']['booking_reason'] | null;
          reference: string;
          referral?: string | null;
          source: Database['public']['Enums']['booking_source'];
          status: Database['public']['Enums']['booking_status'];
          tags?: string[];
          total_amount?: number;
          version?: number;
          voucher_number?: string | null;
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
          extensions?: number;
          id?: string;
          late_minutes?: number | null;
          locale?: Database['public']['Enums']['locale'];
          moved_from?: string[];
          news_consent?: Json | null;
          note?: string | null;
          organisation_id?: string | null;
          paid_amount?: number;
          policy_snapshot?: NonNullable<Json>;
          price_snapshot?: NonNullable<Json>;
          reason?: Database['public']['Enums']['booking_reason'] | null;
          reference?: string;
          referral?: string | null;
          source?: Database['public']['Enums']['booking_source'];
          status?: Database['public']['Enums']['booking_status'];
          tags?: string[];
          total_amount?: number;
          version?: number;
          voucher_number?: string | null;
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
          flags: Database['public']['Enums']['action_flag'][];
          guest_id: string | null;
          id: string;
          kind: Database['public']['Enums']['action_kind'];
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
          flags?: Database['public']['Enums']['action_flag'][];
          guest_id?: string | null;
          id: string;
          kind: Database['public']['Enums']['action_kind'];
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
          flags?: Database['public']['Enums']['action_flag'][];
          guest_id?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['action_kind'];
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
          attendance_rule: Database['public']['Enums']['attendance_rule'];
          booking_cut_off_minutes: number;
          brand_colour: string | null;
          cancellation_cut_off_hours: number;
          changed_xid: unknown;
          closes_at: string | null;
          contact_email: string | null;
          contact_phone: string | null;
          created_at: string;
          currency: string;
          default_locale: Database['public']['Enums']['locale'];
          document_note: string | null;
          embed_origins: string[];
          guests_may_move: boolean;
          has_active_subscription: boolean;
          hold_minutes: number;
          id: string;
          is_active: boolean;
          legal_address: string | null;
          legal_name: string | null;
          name: string;
          retention_months: number | null;
          slug: string;
          terms_url: string | null;
          time_zone: string;
          vat_number: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          attendance_rule?: Database['public']['Enums']['attendance_rule'];
          booking_cut_off_minutes?: number;
          brand_colour?: string | null;
          cancellation_cut_off_hours?: number;
          changed_xid?: unknown;
          closes_at?: string | null;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          currency?: string;
          default_locale?: Database['public']['Enums']['locale'];
          document_note?: string | null;
          embed_origins?: string[];
          guests_may_move?: boolean;
          has_active_subscription?: boolean;
          hold_minutes?: number;
          id?: string;
          is_active?: boolean;
          legal_address?: string | null;
          legal_name?: string | null;
          name: string;
          retention_months?: number | null;
          slug: string;
          terms_url?: string | null;
          time_zone?: string;
          vat_number?: string | null;
          version?: number;
        };
        Update: {
          attendance_rule?: Database['public']['Enums']['attendance_rule'];
          booking_cut_off_minutes?: number;
          brand_colour?: string | null;
          cancellation_cut_off_hours?: number;
          changed_xid?: unknown;
          closes_at?: string | null;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          currency?: string;
          default_locale?: Database['public']['Enums']['locale'];
          document_note?: string | null;
          embed_origins?: string[];
          guests_may_move?: boolean;
          has_active_subscription?: boolean;
          hold_minutes?: number;
          id?: string;
          is_active?: boolean;
          legal_address?: string | null;
          legal_name?: string | null;
          name?: string;
          retention_months?: number | null;
          slug?: string;
          terms_url?: string | null;
          time_zone?: string;
          vat_number?: string | null;
          version?: number;
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
          role: Database['public']['Enums']['guide_role'];
          status: Database['public']['Enums']['assignment_status'];
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          assigned_xid?: unknown;
          departure_id: string;
          role?: Database['public']['Enums']['guide_role'];
          status?: Database['public']['Enums']['assignment_status'];
          user_id: string;
        };
        Update: {
          assigned_xid?: unknown;
          departure_id?: string;
          role?: Database['public']['Enums']['guide_role'];
          status?: Database['public']['Enums']['assignment_status'];
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
      departure_prices: {
        Row: {
          amount: number;
          departure_id: string;
          price_category_id: string;
        };
        ComputedFields: never;
        Insert: {
          amount: number;
          departure_id: string;
          price_category_id: string;
        };
        Update: {
          amount?: number;
          departure_id?: string;
          price_category_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'departure_prices_departure_id_fkey';
            columns: ['departure_id'];
            isOneToOne: false;
            referencedRelation: 'departures';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'departure_prices_price_category_id_fkey';
            columns: ['price_category_id'];
            isOneToOne: false;
            referencedRelation: 'price_categories';
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
          follows_schedule: boolean;
          id: string;
          is_closed: boolean;
          language: string;
          local_date: string;
          meeting_note: string | null;
          own_capacity: boolean;
          own_language: boolean;
          placed_xid: unknown;
          schedule_id: string | null;
          scheduled_date: string | null;
          starts_at: string;
          status: Database['public']['Enums']['departure_status'];
          tour_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          capacity: number;
          changed_xid?: unknown;
          company_id: string;
          created_at?: string;
          ends_at: string;
          follows_schedule?: boolean;
          id?: string;
          is_closed?: boolean;
          language?: string;
          local_date: string;
          meeting_note?: string | null;
          own_capacity?: boolean;
          own_language?: boolean;
          placed_xid?: unknown;
          schedule_id?: string | null;
          scheduled_date?: string | null;
          starts_at: string;
          status?: Database['public']['Enums']['departure_status'];
          tour_id: string;
          version?: number;
        };
        Update: {
          capacity?: number;
          changed_xid?: unknown;
          company_id?: string;
          created_at?: string;
          ends_at?: string;
          follows_schedule?: boolean;
          id?: string;
          is_closed?: boolean;
          language?: string;
          local_date?: string;
          meeting_note?: string | null;
          own_capacity?: boolean;
          own_language?: boolean;
          placed_xid?: unknown;
          schedule_id?: string | null;
          scheduled_date?: string | null;
          starts_at?: string;
          status?: Database['public']['Enums']['departure_status'];
          tour_id?: string;
          version?: number;
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
            foreignKeyName: 'departures_schedule';
            columns: ['schedule_id', 'tour_id'];
            isOneToOne: false;
            referencedRelation: 'schedules';
            referencedColumns: ['id', 'tour_id'];
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
      documents: {
        Row: {
          booking_id: string;
          buyer: Json | null;
          company_id: string;
          currency: string;
          gross: number;
          id: string;
          issued_at: string;
          issued_on: string;
          kind: Database['public']['Enums']['document_kind'];
          lines: NonNullable<Json>;
          locale: Database['public']['Enums']['locale'];
          net: number;
          number: number;
          payment_id: string | null;
          refers_to: string[];
          refund_id: string | null;
          seller: NonNullable<Json>;
          subject: NonNullable<Json>;
          vat: number;
          year: number;
        };
        ComputedFields: never;
        Insert: {
          booking_id: string;
          buyer?: Json | null;
          company_id: string;
          currency: string;
          gross: number;
          id?: string;
          issued_at: string;
          issued_on: string;
          kind: Database['public']['Enums']['document_kind'];
          lines: NonNullable<Json>;
          locale: Database['public']['Enums']['locale'];
          net: number;
          number: number;
          payment_id?: string | null;
          refers_to?: string[];
          refund_id?: string | null;
          seller: NonNullable<Json>;
          subject: NonNullable<Json>;
          vat: number;
          year: number;
        };
        Update: {
          booking_id?: string;
          buyer?: Json | null;
          company_id?: string;
          currency?: string;
          gross?: number;
          id?: string;
          issued_at?: string;
          issued_on?: string;
          kind?: Database['public']['Enums']['document_kind'];
          lines?: NonNullable<Json>;
          locale?: Database['public']['Enums']['locale'];
          net?: number;
          number?: number;
          payment_id?: string | null;
          refers_to?: string[];
          refund_id?: string | null;
          seller?: NonNullable<Json>;
          subject?: NonNullable<Json>;
          vat?: number;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'documents_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      emergency_contacts: {
        Row: {
          name: string;
          phone: string;
          relation: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          name: string;
          phone: string;
          relation?: string | null;
          user_id: string;
        };
        Update: {
          name?: string;
          phone?: string;
          relation?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'emergency_contacts_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: true;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      guests: {
        Row: {
          amount: number | null;
          booking_id: string;
          category_type: Database['public']['Enums']['price_category_type'];
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
          amount?: number | null;
          booking_id: string;
          category_type: Database['public']['Enums']['price_category_type'];
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
          amount?: number | null;
          booking_id?: string;
          category_type?: Database['public']['Enums']['price_category_type'];
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
      guide_profiles: {
        Row: {
          company_id: string;
          hours: unknown;
          id: string;
          languages: string[] | null;
          user_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          company_id: string;
          hours?: unknown;
          id?: string;
          languages?: string[] | null;
          user_id: string;
          version?: number;
        };
        Update: {
          company_id?: string;
          hours?: unknown;
          id?: string;
          languages?: string[] | null;
          user_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'guide_profiles_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'guide_profiles_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      guide_rules: {
        Row: {
          company_id: string;
          minimum_break_minutes: number;
        };
        ComputedFields: never;
        Insert: {
          company_id: string;
          minimum_break_minutes: number;
        };
        Update: {
          company_id?: string;
          minimum_break_minutes?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'guide_rules_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: true;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
        ];
      };
      organisation_companies: {
        Row: {
          company_id: string;
          created_at: string;
          data_sharing: boolean;
          id: string;
          organisation_id: string;
          proposed: Json | null;
          proposed_at: string | null;
          proposed_by: Database['public']['Enums']['agreement_side'] | null;
          status: Database['public']['Enums']['organisation_link_status'];
          terms: NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          company_id: string;
          created_at?: string;
          data_sharing?: boolean;
          id?: string;
          organisation_id: string;
          proposed?: Json | null;
          proposed_at?: string | null;
          proposed_by?: Database['public']['Enums']['agreement_side'] | null;
          status?: Database['public']['Enums']['organisation_link_status'];
          terms: NonNullable<Json>;
        };
        Update: {
          company_id?: string;
          created_at?: string;
          data_sharing?: boolean;
          id?: string;
          organisation_id?: string;
          proposed?: Json | null;
          proposed_at?: string | null;
          proposed_by?: Database['public']['Enums']['agreement_side'] | null;
          status?: Database['public']['Enums']['organisation_link_status'];
          terms?: NonNullable<Json>;
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
          default_commission: number;
          default_locale: Database['public']['Enums']['locale'];
          embed_origins: string[];
          id: string;
          is_active: boolean;
          name: string;
          slug: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          brand_colour?: string | null;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          default_commission?: number;
          default_locale?: Database['public']['Enums']['locale'];
          embed_origins?: string[];
          id?: string;
          is_active?: boolean;
          name: string;
          slug: string;
          version?: number;
        };
        Update: {
          brand_colour?: string | null;
          contact_email?: string | null;
          contact_phone?: string | null;
          created_at?: string;
          default_commission?: number;
          default_locale?: Database['public']['Enums']['locale'];
          embed_origins?: string[];
          id?: string;
          is_active?: boolean;
          name?: string;
          slug?: string;
          version?: number;
        };
        Relationships: [];
      };
      payments: {
        Row: {
          action_id: string | null;
          amount: number;
          booking_id: string;
          company_id: string;
          created_at: string;
          currency: string;
          departure_id: string | null;
          gift_id: string | null;
          id: string;
          idempotency_key: string | null;
          is_silent: boolean;
          method: Database['public']['Enums']['payment_method'];
          organisation_id: string | null;
          provider: string | null;
          received_at: string;
          reference: string | null;
          status: Database['public']['Enums']['payment_status'];
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          action_id?: string | null;
          amount: number;
          booking_id: string;
          company_id: string;
          created_at?: string;
          currency: string;
          departure_id?: string | null;
          gift_id?: string | null;
          id?: string;
          idempotency_key?: string | null;
          is_silent?: boolean;
          method: Database['public']['Enums']['payment_method'];
          organisation_id?: string | null;
          provider?: string | null;
          received_at?: string;
          reference?: string | null;
          status?: Database['public']['Enums']['payment_status'];
          user_id?: string | null;
        };
        Update: {
          action_id?: string | null;
          amount?: number;
          booking_id?: string;
          company_id?: string;
          created_at?: string;
          currency?: string;
          departure_id?: string | null;
          gift_id?: string | null;
          id?: string;
          idempotency_key?: string | null;
          is_silent?: boolean;
          method?: Database['public']['Enums']['payment_method'];
          organisation_id?: string | null;
          provider?: string | null;
          received_at?: string;
          reference?: string | null;
          status?: Database['public']['Enums']['payment_status'];
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_action_id_fkey';
            columns: ['action_id'];
            isOneToOne: true;
            referencedRelation: 'check_in_actions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_departure_id_fkey';
            columns: ['departure_id'];
            isOneToOne: false;
            referencedRelation: 'departures';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_organisation_id_fkey';
            columns: ['organisation_id'];
            isOneToOne: false;
            referencedRelation: 'organisations';
            referencedColumns: ['id'];
          },
        ];
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
          accompanied_by: string[];
          amount: number;
          changed_xid: unknown;
          company_id: string;
          id: string;
          is_active: boolean;
          maximum_age: number | null;
          minimum_age: number | null;
          position: number;
          seats: number;
          tour_id: string;
          type: Database['public']['Enums']['price_category_type'];
          vat_rate: number | null;
        };
        ComputedFields: never;
        Insert: {
          accompanied_by?: string[];
          amount: number;
          changed_xid?: unknown;
          company_id: string;
          id?: string;
          is_active?: boolean;
          maximum_age?: number | null;
          minimum_age?: number | null;
          position?: number;
          seats?: number;
          tour_id: string;
          type: Database['public']['Enums']['price_category_type'];
          vat_rate?: number | null;
        };
        Update: {
          accompanied_by?: string[];
          amount?: number;
          changed_xid?: unknown;
          company_id?: string;
          id?: string;
          is_active?: boolean;
          maximum_age?: number | null;
          minimum_age?: number | null;
          position?: number;
          seats?: number;
          tour_id?: string;
          type?: Database['public']['Enums']['price_category_type'];
          vat_rate?: number | null;
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
      refunds: {
        Row: {
          amount: number;
          booking_id: string;
          company_id: string;
          currency: string;
          decided_at: string;
          failure: string | null;
          id: string;
          idempotency_key: string | null;
          is_silent: boolean;
          method: Database['public']['Enums']['payment_method'] | null;
          note: string | null;
          organisation_id: string | null;
          payment_id: string | null;
          provider: string | null;
          reference: string | null;
          refunded_at: string | null;
          status: Database['public']['Enums']['refund_status'];
          tries: number;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          amount: number;
          booking_id: string;
          company_id: string;
          currency: string;
          decided_at?: string;
          failure?: string | null;
          id?: string;
          idempotency_key?: string | null;
          is_silent?: boolean;
          method?: Database['public']['Enums']['payment_method'] | null;
          note?: string | null;
          organisation_id?: string | null;
          payment_id?: string | null;
          provider?: string | null;
          reference?: string | null;
          refunded_at?: string | null;
          status: Database['public']['Enums']['refund_status'];
          tries?: number;
          user_id?: string | null;
        };
        Update: {
          amount?: number;
          booking_id?: string;
          company_id?: string;
          currency?: string;
          decided_at?: string;
          failure?: string | null;
          id?: string;
          idempotency_key?: string | null;
          is_silent?: boolean;
          method?: Database['public']['Enums']['payment_method'] | null;
          note?: string | null;
          organisation_id?: string | null;
          payment_id?: string | null;
          provider?: string | null;
          reference?: string | null;
          refunded_at?: string | null;
          status?: Database['public']['Enums']['refund_status'];
          tries?: number;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_organisation_id_fkey';
            columns: ['organisation_id'];
            isOneToOne: false;
            referencedRelation: 'organisations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
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
          kind: Database['public']['Enums']['schedule_exception_kind'];
          language: string | null;
          local_date: string;
          local_time: string | null;
          moved_to: string | null;
          note: string | null;
          schedule_id: string;
        };
        ComputedFields: never;
        Insert: {
          capacity?: number | null;
          id?: string;
          kind: Database['public']['Enums']['schedule_exception_kind'];
          language?: string | null;
          local_date: string;
          local_time?: string | null;
          moved_to?: string | null;
          note?: string | null;
          schedule_id: string;
        };
        Update: {
          capacity?: number | null;
          id?: string;
          kind?: Database['public']['Enums']['schedule_exception_kind'];
          language?: string | null;
          local_date?: string;
          local_time?: string | null;
          moved_to?: string | null;
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
          starts_on: string;
          tour_id: string;
          version: number;
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
          starts_on?: string;
          tour_id: string;
          version?: number;
        };
        Update: {
          capacity?: number | null;
          company_id?: string;
          id?: string;
          is_active?: boolean;
          language?: string | null;
          local_time?: string;
          rrule?: string;
          starts_on?: string;
          tour_id?: string;
          version?: number;
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
      time_off: {
        Row: {
          company_id: string;
          created_at: string;
          ends_at: string;
          id: string;
          note: string | null;
          starts_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          company_id: string;
          created_at?: string;
          ends_at: string;
          id: string;
          note?: string | null;
          starts_at: string;
          user_id: string;
        };
        Update: {
          company_id?: string;
          created_at?: string;
          ends_at?: string;
          id?: string;
          note?: string | null;
          starts_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'time_off_company_id_fkey';
            columns: ['company_id'];
            isOneToOne: false;
            referencedRelation: 'companies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'time_off_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      tour_translations: {
        Row: {
          description: string;
          locale: Database['public']['Enums']['locale'];
          meeting_notes: string;
          meeting_point: string;
          summary: string;
          title: string;
          tour_id: string;
        };
        ComputedFields: never;
        Insert: {
          description?: string;
          locale: Database['public']['Enums']['locale'];
          meeting_notes?: string;
          meeting_point?: string;
          summary?: string;
          title: string;
          tour_id: string;
        };
        Update: {
          description?: string;
          locale?: Database['public']['Enums']['locale'];
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
          asks_names: boolean;
          booking_cut_off_minutes: number;
          cancellation_cut_off_hours: number;
          capacity: number;
          changed_xid: unknown;
          colour: string;
          company_id: string;
          created_at: string;
          deposit_percent: number | null;
          duration_minutes: number;
          guide_languages: string[];
          id: string;
          latitude: number | null;
          longitude: number | null;
          minimum_guests: number;
          minimum_party: number;
          slug: string;
          status: Database['public']['Enums']['tour_status'];
          vat_rate: number | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          asks_names?: boolean;
          booking_cut_off_minutes?: number;
          cancellation_cut_off_hours?: number;
          capacity: number;
          changed_xid?: unknown;
          colour?: string;
          company_id: string;
          created_at?: string;
          deposit_percent?: number | null;
          duration_minutes: number;
          guide_languages?: string[];
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          minimum_guests?: number;
          minimum_party?: number;
          slug: string;
          status?: Database['public']['Enums']['tour_status'];
          vat_rate?: number | null;
          version?: number;
        };
        Update: {
          asks_names?: boolean;
          booking_cut_off_minutes?: number;
          cancellation_cut_off_hours?: number;
          capacity?: number;
          changed_xid?: unknown;
          colour?: string;
          company_id?: string;
          created_at?: string;
          deposit_percent?: number | null;
          duration_minutes?: number;
          guide_languages?: string[];
          id?: string;
          latitude?: number | null;
          longitude?: number | null;
          minimum_guests?: number;
          minimum_party?: number;
          slug?: string;
          status?: Database['public']['Enums']['tour_status'];
          vat_rate?: number | null;
          version?: number;
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
          locale: Database['public']['Enums']['locale'];
        };
        ComputedFields: never;
        Insert: {
          changed_xid?: unknown;
          created_at?: string;
          display_name: string;
          id: string;
          impersonated_company_id?: string | null;
          locale?: Database['public']['Enums']['locale'];
        };
        Update: {
          changed_xid?: unknown;
          created_at?: string;
          display_name?: string;
          id?: string;
          impersonated_company_id?: string | null;
          locale?: Database['public']['Enums']['locale'];
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_invitation: { Args: { token: string }; Returns: Json };
      add_departure: { Args: { departure: string; input: Json; tour: string }; Returns: Json };
      add_time_off: {
        Args: {
          company: string;
          from_date: string;
          from_time: string;
          id: string;
          note?: string;
          person: string;
          to_date: string;
          to_time: string;
        };
        Returns: Json;
      };
      admit_api_call: {
        Args: { address: string; hash: string; scope: Database['public']['Enums']['api_scope'] };
        Returns: Json;
      };
      answer_agreement: { Args: { agreement: string; says: boolean; terms: Json }; Returns: Json };
      answer_assignment: { Args: { company: string; departure: string; reply: string }; Returns: Json };
      answer_ownership: { Args: { accepts: boolean; company: string }; Returns: Json };
      answer_statement: { Args: { agrees: boolean; reason?: string; statement: string }; Returns: Json };
      api_execute: { Args: { action: string; args: Json; key_id: string; request: string }; Returns: Json };
      api_push: { Args: { key_id: string; sent: Json }; Returns: Json };
      api_read: {
        Args: {
          after?: Json;
          filter: Json;
          key_id: string;
          list: Database['public']['Enums']['api_list'];
          page_size?: number;
        };
        Returns: Json;
      };
      archive_tour: { Args: { tour: string; version: number }; Returns: Json };
      assign_guide: {
        Args: {
          company: string;
          departure: string;
          guide: string;
          ignore_conflicts?: boolean;
          instead_of?: string;
          role?: string;
          version: number;
        };
        Returns: Json;
      };
      assign_partner: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      begin_job_run: { Args: Record<PropertyKey, never>; Returns: Json };
      begin_payment: { Args: { address?: string; token: string }; Returns: Json };
      book_as_partner: {
        Args: { booking: Json; departure: string; organisation: string; request: string };
        Returns: Json;
      };
      cancel_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      cancel_company_closing: { Args: { company: string }; Returns: Json };
      cancel_departures: {
        Args: { company: string; departures: Json; message?: string; preview?: boolean; reason: string };
        Returns: Json;
      };
      change_api_key: { Args: { company: string; input: Json; key_id: string; version: number }; Returns: Json };
      change_calendar_feed: { Args: { feed: string }; Returns: Json };
      change_departures: {
        Args: { changes: Json; company: string; departures: Json; preview?: boolean };
        Returns: Json;
      };
      change_own_profile: {
        Args: { display_name: string; locale: Database['public']['Enums']['locale'] };
        Returns: Json;
      };
      change_party: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      check_in_look_up: { Args: { code: Json; company: string; departure: string }; Returns: Json };
      check_in_pull: {
        Args: { company: string; cursor?: Json; from_date: string; page_size?: number; to_date: string };
        Returns: Json;
      };
      check_in_push: { Args: { actions: Json; device: Json }; Returns: Json };
      claim_job: { Args: { kinds: string[]; lease_seconds: number }; Returns: Json };
      claim_webhooks: { Args: { row_limit: number }; Returns: Json };
      close_company: { Args: { company: string; name: string }; Returns: Json };
      compare_payments: { Args: { company: string; list: Json; provider: string }; Returns: Json };
      confirm_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      confirm_device_wipe: { Args: { device: string }; Returns: Json };
      confirm_invited_address: { Args: { token: string }; Returns: Json };
      correct_account_payment: { Args: { correction: string; payment: string; reason: string }; Returns: Json };
      create_api_key: { Args: { company: string; input: Json; key_id: string }; Returns: Json };
      create_calendar_feed: {
        Args: {
          company: string;
          kind: Database['public']['Enums']['feed_kind'];
          locale: Database['public']['Enums']['locale'];
          subject: string;
        };
        Returns: Json;
      };
      create_company_departures: { Args: { company: string }; Returns: Json };
      create_departures: { Args: { company: string }; Returns: Json };
      create_referral_link: {
        Args: { company: string; link: string; name: string; organisation: string; tour: string };
        Returns: Json;
      };
      create_statement: { Args: { company: string; month: string; organisation: string }; Returns: Json };
      deactivate_member: { Args: { company: string; organisation?: string; person: string }; Returns: Json };
      decide_refund: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      delete_blackout: {
        Args: { blackout: string; company: string; decisions?: Json; version: number };
        Returns: Json;
      };
      delete_booking_view: { Args: { company: string; id: string }; Returns: Json };
      delete_calendar_feed: { Args: { feed: string }; Returns: Json };
      delete_company_logo: { Args: { company: string }; Returns: Json };
      delete_embedding_site: { Args: { company: string; site: string }; Returns: Json };
      delete_exception: {
        Args: { decisions?: Json; local_date: string; schedule: string; version: number };
        Returns: Json;
      };
      delete_organisation_logo: { Args: { organisation: string }; Returns: Json };
      delete_referral_link: { Args: { link: string }; Returns: Json };
      delete_scheduled_export: { Args: { company: string; export: string }; Returns: Json };
      delete_time_off: { Args: { id: string }; Returns: Json };
      delete_tour_picture: { Args: { tour: string }; Returns: Json };
      delete_webhook: { Args: { endpoint: string }; Returns: Json };
      dismiss_notices: { Args: { departures: string[]; seen_until: string }; Returns: Json };
      duplicate_tour: { Args: { copy: string; tour: string }; Returns: Json };
      edit_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      end_agreement: { Args: { agreement: string }; Returns: Json };
      end_company: { Args: { company: string }; Returns: Json };
      end_job_run: { Args: Record<PropertyKey, never>; Returns: Json };
      end_schedule: { Args: { decisions?: Json; from_date: string; schedule: string; version: number }; Returns: Json };
      erase_company: { Args: { company: string }; Returns: boolean };
      erase_due_guests: { Args: { company: string }; Returns: Json };
      erase_guest: { Args: { bookings: string[]; company: string }; Returns: Json };
      erase_guests: { Args: { before: string; company?: string }; Returns: number };
      erase_user: { Args: { person: string }; Returns: boolean };
      extend_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      fail_job: { Args: { error: string; job: string; lease: string; may_retry: boolean }; Returns: Json };
      find_bookings: {
        Args: { after?: Json; company: string; filters?: Json; page_size?: number; search?: string; sort?: string };
        Returns: Json;
      };
      find_guest: { Args: { company: string; search: string }; Returns: Json };
      find_known_rows: { Args: { company: string; keys: string[] }; Returns: Json };
      find_partner_bookings: {
        Args: {
          after?: Json;
          companies?: string[];
          filters?: Json;
          organisation: string;
          page_size?: number;
          search?: string;
          sort?: string;
        };
        Returns: Json;
      };
      finish_job: { Args: { job: string; lease: string }; Returns: Json };
      guest_cancel: { Args: { change: Json; request: string; token: string }; Returns: Json };
      guest_confirm: { Args: { details: Json; request: string; token: string }; Returns: Json };
      guest_edit: { Args: { change: Json; request: string; token: string }; Returns: Json };
      guest_extend: { Args: { request: string; token: string }; Returns: Json };
      guest_hold: { Args: { booking: Json; departure: string; request: string; token: string }; Returns: Json };
      guest_move: { Args: { change: Json; request: string; token: string }; Returns: Json };
      guest_read_availability: {
        Args: { month: string; operator: string; token?: string; tour: string };
        Returns: Json;
      };
      guest_read_booking: { Args: { token: string }; Returns: Json };
      guest_read_directory: { Args: { day?: string; language?: string; search?: string; shown?: Json }; Returns: Json };
      guest_read_link_operator: { Args: { token: string }; Returns: Json };
      guest_read_next_departures: { Args: { operator: string; party: number; token?: string }; Returns: Json };
      guest_read_operator: { Args: { operator: string; organisation?: string }; Returns: Json };
      guest_read_partner: { Args: { organisation: string; shown?: Json }; Returns: Json };
      guest_read_payment: { Args: { token: string }; Returns: Json };
      guest_read_site: { Args: { after?: string }; Returns: Json };
      guest_record_click: { Args: { code: string }; Returns: Json };
      guest_record_embedding: { Args: { operator: string; site: string }; Returns: Json };
      guest_redeem: { Args: { code: string; request: string; token: string }; Returns: Json };
      guest_report_delay: { Args: { minutes: number; request: string; token: string }; Returns: Json };
      guest_take_over_hold: { Args: { resume: string; token: string }; Returns: Json };
      guest_unsubscribe: { Args: { is_sure?: boolean; token: string }; Returns: Json };
      hold_booking: { Args: { booking: Json; departure: string; request: string }; Returns: Json };
      impersonate: { Args: { company: string }; Returns: Json };
      import_bookings: { Args: { company: string; override?: string; request: string; rows: Json }; Returns: Json };
      import_tours: { Args: { company: string; request: string; rows: Json }; Returns: Json };
      invite: {
        Args: { company?: string; emails: string[]; organisation?: string; request: string; roles: string[] };
        Returns: Json;
      };
      issue_invoice: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      mark_attended: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      mark_no_show: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      merge_bookings: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      move_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      move_departure: {
        Args: {
          company: string;
          departure: string;
          message?: string;
          preview?: boolean;
          to_date: string;
          to_time: string;
          version: number;
        };
        Returns: Json;
      };
      octo_execute: {
        Args: {
          action: Database['public']['Enums']['octo_action'];
          input: Json;
          key_id: string;
          reseller_uuid: string;
        };
        Returns: Json;
      };
      octo_read: {
        Args: { filter: Json; key_id: string; list: Database['public']['Enums']['octo_list'] };
        Returns: Json;
      };
      octo_webhooks: {
        Args: { action: Database['public']['Enums']['octo_webhook_action']; input: Json; key_id: string };
        Returns: Json;
      };
      offer_ownership: { Args: { company: string; person: string; remaining_roles: string[] }; Returns: Json };
      open_company_export: { Args: { company: string }; Returns: Json };
      override_departure: { Args: { departure: string; input: Json; version: number }; Returns: Json };
      pause_tour: { Args: { tour: string; version: number }; Returns: Json };
      preview_as_guest: { Args: { booking: string }; Returns: Json };
      preview_member_removal: { Args: { company: string; person: string }; Returns: Json };
      preview_schedule: { Args: { from_date?: string; input: Json; schedule?: string; tour: string }; Returns: Json };
      preview_schedule_change: { Args: { change: Json }; Returns: Json };
      preview_webhook: { Args: { company: string; event: string; has_personal_data?: boolean }; Returns: Json };
      process_payment_event: { Args: { event: string }; Returns: Json };
      propose_agreement: {
        Args: { company: string; organisation: string; partner: string; terms: Json };
        Returns: Json;
      };
      publish_tour: { Args: { tour: string; version: number }; Returns: Json };
      reactivate_member: { Args: { company: string; organisation?: string; person: string }; Returns: Json };
      read_account: { Args: { company: string; month?: string; organisation: string }; Returns: Json };
      read_agreements: { Args: { company?: string; organisation?: string }; Returns: Json };
      read_api_keys: { Args: { company: string }; Returns: Json };
      read_audit: {
        Args: {
          actions?: string[];
          after?: Json;
          company: string;
          page_size?: number;
          people?: string[];
          since?: string;
          until?: string;
        };
        Returns: Json;
      };
      read_availability: { Args: { company: string; person: string }; Returns: Json };
      read_booking: { Args: { booking: string }; Returns: Json };
      read_booking_choices: { Args: { company: string }; Returns: Json };
      read_booking_totals: { Args: { by?: string; company: string; filters?: Json; search?: string }; Returns: Json };
      read_booking_views: { Args: { company: string }; Returns: Json };
      read_calendar: { Args: { company: string; filters?: Json; from_date: string; to_date: string }; Returns: Json };
      read_calendar_feed_entries: {
        Args: { address?: string; known_stamp?: string; program?: string; token: string };
        Returns: Json;
      };
      read_calendar_feeds: { Args: { company: string }; Returns: Json };
      read_codes: { Args: { company: string }; Returns: Json };
      read_companies_awaiting_mfa: { Args: Record<PropertyKey, never>; Returns: Json };
      read_company_data: { Args: { company: string }; Returns: Json };
      read_company_settings: { Args: { company: string }; Returns: Json };
      read_daily_close: { Args: { company: string; day: string }; Returns: Json };
      read_day: { Args: { company: string; day: string }; Returns: Json };
      read_dead_jobs: { Args: { company: string }; Returns: Json };
      read_departure: { Args: { departure: string }; Returns: Json };
      read_document: { Args: { document: string }; Returns: Json };
      read_email_templates: { Args: { company: string }; Returns: Json };
      read_embedding_sites: { Args: { company: string }; Returns: Json };
      read_emergency_contact: { Args: { company?: string; organisation?: string; person?: string }; Returns: Json };
      read_export_part: { Args: { ordinal: number; token: string }; Returns: Json };
      read_export_to_send: { Args: { token: string }; Returns: Json };
      read_figures: { Args: { company: string; from_date: string; to_date: string }; Returns: Json };
      read_first_steps: { Args: { company: string }; Returns: Json };
      read_guide_statement: { Args: { company: string; member: string; month: string }; Returns: Json };
      read_import_targets: { Args: { company: string; from_date: string; to_date: string }; Returns: Json };
      read_invitation: { Args: { token: string }; Returns: Json };
      read_jobs_health: { Args: Record<PropertyKey, never>; Returns: Json };
      read_ledger_export: { Args: { company: string; from_date: string; to_date: string }; Returns: Json };
      read_mail_to_send: { Args: { message: string }; Returns: Json };
      read_mfa_requirement: { Args: { company: string }; Returns: Json };
      read_my_month: { Args: { company: string; from_date: string; to_date: string }; Returns: Json };
      read_organisation_settings: { Args: { organisation: string }; Returns: Json };
      read_outbox: {
        Args: { after?: string; booking?: string; company: string; filter?: string; row_limit?: number };
        Returns: Json;
      };
      read_overseen_figures: { Args: { companies: string[]; days: number }; Returns: Json };
      read_own_calendar_feed: { Args: { company: string }; Returns: Json };
      read_ownership_offers: { Args: Record<PropertyKey, never>; Returns: Json };
      read_partner_availability: { Args: { month: string; organisation: string; tour: string }; Returns: Json };
      read_partner_booking: { Args: { booking: string; organisation: string }; Returns: Json };
      read_partner_booking_choices: { Args: { organisation: string }; Returns: Json };
      read_partner_booking_totals: {
        Args: { companies?: string[]; filters?: Json; organisation: string; search?: string };
        Returns: Json;
      };
      read_pay_rules: { Args: { company: string }; Returns: Json };
      read_payment_differences: { Args: { company: string }; Returns: Json };
      read_payment_link: { Args: { booking: string }; Returns: Json };
      read_payment_settings: { Args: { company: string }; Returns: Json };
      read_payment_webhook_secret: { Args: { company: string }; Returns: Json };
      read_payments_to_compare: { Args: { company: string }; Returns: Json };
      read_pending_requests: { Args: Record<PropertyKey, never>; Returns: Json };
      read_planner: { Args: { company: string; from_date: string; to_date: string }; Returns: Json };
      read_public_picture: { Args: { address?: string; tag: string }; Returns: Json };
      read_referrals: { Args: { company?: string; organisation?: string }; Returns: Json };
      read_refund_to_send: { Args: { refund: string }; Returns: Json };
      read_scheduled_export_page: { Args: { address: string; after: Json; token: string }; Returns: Json };
      read_scheduled_exports: { Args: { company: string }; Returns: Json };
      read_schedules: { Args: { tour: string }; Returns: Json };
      read_statement: { Args: { statement: string }; Returns: Json };
      read_team: { Args: { company?: string; organisation?: string }; Returns: Json };
      read_ticket_keys: { Args: { company: string }; Returns: Json };
      read_tickets_to_sign: { Args: { address?: string; token: string }; Returns: Json };
      read_today: { Args: { company: string }; Returns: Json };
      read_tour: { Args: { tour: string }; Returns: Json };
      read_tour_forms: { Args: { company: string }; Returns: Json };
      read_tour_picture: { Args: { tour: string }; Returns: Json };
      read_tour_reports: { Args: { company: string; from_date: string; to_date: string }; Returns: Json };
      read_tours: { Args: { company: string }; Returns: Json };
      read_webhook_delivery: { Args: { delivery: string }; Returns: Json };
      read_webhook_log: { Args: { before?: number; endpoint: string }; Returns: Json };
      read_webhooks: { Args: { company: string }; Returns: Json };
      record_account_payment: {
        Args: {
          agreement: string;
          amount: number;
          currency: string;
          paid_on: string;
          payment: string;
          reference: string;
        };
        Returns: Json;
      };
      record_app_installed: { Args: { company: string }; Returns: Json };
      record_mail_sent: { Args: { message: string }; Returns: Json };
      record_payment: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      record_refund: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      record_refund_refused: { Args: { failure: string; refund: string }; Returns: Json };
      record_refund_sent: { Args: { reference: string; refund: string }; Returns: Json };
      record_webhook_attempt: { Args: { result: Json }; Returns: Json };
      redeem_code: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      register_company: {
        Args: {
          currency: string;
          locale: Database['public']['Enums']['locale'];
          name: string;
          phone: string;
          time_zone: string;
        };
        Returns: Json;
      };
      register_organisation: {
        Args: { locale: Database['public']['Enums']['locale']; name: string; phone: string };
        Returns: Json;
      };
      reject_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      release_hold: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      replay_webhook: { Args: { delivery: string }; Returns: Json };
      report_device: {
        Args: { company: string; device: Json; parked: number; synced_at: string; waiting: number };
        Returns: Json;
      };
      report_mail_limit: { Args: Record<PropertyKey, never>; Returns: Json };
      request_company_export: { Args: { company: string }; Returns: Json };
      resend_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      resend_invitation: { Args: { invitation: string }; Returns: Json };
      resend_message: { Args: { message: string; recipient?: string; request: string }; Returns: Json };
      restore_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      restore_tour: { Args: { tour: string; version: number }; Returns: Json };
      resume_export: { Args: { export: string }; Returns: Json };
      retry_job: { Args: { job: string }; Returns: Json };
      retry_refund: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      retry_step: { Args: { step: string; subject: string }; Returns: Json };
      revoke_api_key: { Args: { company: string; key_id: string }; Returns: Json };
      revoke_invitation: { Args: { invitation: string }; Returns: Json };
      revoke_ticket_key: { Args: { company: string; key: string }; Returns: Json };
      rotate_api_key: { Args: { company: string; input: Json; key_id: string; successor: string }; Returns: Json };
      rotate_ticket_key: { Args: { company: string; key: string }; Returns: Json };
      rotate_webhook_secret: { Args: { endpoint: string; version: number }; Returns: Json };
      save_availability: { Args: { changes: Json; company: string; person: string; version: number }; Returns: Json };
      save_blackout: {
        Args: { blackout: string; company: string; decisions?: Json; input: Json; version: number };
        Returns: Json;
      };
      save_booking_view: {
        Args: { company: string; id: string; is_default: boolean; name: string; version: number; view: Json };
        Returns: Json;
      };
      save_code: { Args: { code_id: string; company: string; input: Json; version: number }; Returns: Json };
      save_company_settings: {
        Args: { company: string; input: Json; is_sure?: boolean; version: number };
        Returns: Json;
      };
      save_email_template: {
        Args: {
          body: string;
          company: string;
          locale: Database['public']['Enums']['locale'];
          subject: string;
          template: string;
          version: number;
        };
        Returns: Json;
      };
      save_emergency_contact: { Args: { name: string; phone: string; relation: string }; Returns: Json };
      save_exception: { Args: { decisions?: Json; input: Json; schedule: string; version: number }; Returns: Json };
      save_guide_rules: { Args: { company: string; minimum_break_minutes: number }; Returns: Json };
      save_organisation_settings: { Args: { input: Json; organisation: string; version: number }; Returns: Json };
      save_pay_rule: { Args: { company: string; input: Json; rule_id: string; version: number }; Returns: Json };
      save_payment_settings: {
        Args: {
          company: string;
          deposit_percent?: number;
          mode: string;
          provider: string;
          secret_key?: string;
          version: number;
          webhook_secret?: string;
        };
        Returns: Json;
      };
      save_review_link: { Args: { company: string; url: string }; Returns: Json };
      save_schedule: {
        Args: { decisions?: Json; input: Json; schedule: string; tour: string; version: number };
        Returns: Json;
      };
      save_scheduled_export: { Args: { company: string; export: string; input: Json; version: number }; Returns: Json };
      save_tour: {
        Args: { company: string; decisions?: Json; input: Json; tour: string; version: number };
        Returns: Json;
      };
      save_webhook: { Args: { company: string; endpoint: string; input: Json; version: number }; Returns: Json };
      schedule_departure_creation: { Args: { company: string }; Returns: Json };
      send_device_command: {
        Args: { command: string; company: string; device: string; person: string };
        Returns: Json;
      };
      send_document: { Args: { document: string; recipient: string; request: string }; Returns: Json };
      send_export_now: { Args: { export: string; request: string }; Returns: Json };
      send_guest_data: { Args: { booking: string; request: string }; Returns: Json };
      send_scheduled_export: { Args: { due: string; export: string }; Returns: Json };
      send_test_mail: {
        Args: {
          body: string;
          company: string;
          locale: Database['public']['Enums']['locale'];
          request: string;
          subject: string;
          template: string;
        };
        Returns: Json;
      };
      set_account_limit: { Args: { agreement: string; credit_limit: number; expected: Json }; Returns: Json };
      set_allotments: { Args: { agreement: string; allotments: Json; expected: Json }; Returns: Json };
      set_company_logo: { Args: { company: string; picture: string }; Returns: Json };
      set_company_status: {
        Args: { company: string; has_subscription: boolean; is_active: boolean; reason: string };
        Returns: Json;
      };
      set_member_roles: {
        Args: { before: string[]; company: string; organisation?: string; person: string; roles: string[] };
        Returns: Json;
      };
      set_mfa_requirement: { Args: { company: string; is_on: boolean }; Returns: Json };
      set_organisation_logo: { Args: { organisation: string; picture: string }; Returns: Json };
      set_tour_picture: { Args: { picture: string; tour: string }; Returns: Json };
      settle_guide_month: { Args: { company: string; month: string; version: string }; Returns: Json };
      settle_payment_difference: { Args: { difference: string; note: string }; Returns: Json };
      share_guests: { Args: { agreement: string; shares: boolean }; Returns: Json };
      split_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      split_schedule: {
        Args: {
          decisions?: Json;
          from_date: string;
          input: Json;
          new_schedule: string;
          schedule: string;
          version: number;
        };
        Returns: Json;
      };
      stop_impersonating: { Args: Record<PropertyKey, never>; Returns: Json };
      store_checkout: { Args: { checkout: string; session: string; url: string }; Returns: Json };
      store_mail_event: { Args: { address: string; reason: string }; Returns: Json };
      store_payment_event: { Args: { company: string; event: Json; provider: string }; Returns: Json };
      store_ticket_key: {
        Args: { company: string; id: string; private_key: string; public_key: string };
        Returns: Json;
      };
      suggest_assignments: { Args: { company: string; day: string }; Returns: Json };
      switch_scheduled_export: { Args: { export: string; is_on: boolean }; Returns: Json };
      switch_webhook: { Args: { endpoint: string; is_on: boolean }; Returns: Json };
      tag_booking: { Args: { booking: string; change: Json; request: string }; Returns: Json };
      test_webhook: { Args: { endpoint: string }; Returns: Json };
      unassign_guide: { Args: { company: string; departure: string; guide: string; version: number }; Returns: Json };
      unsubscribe: { Args: { token: string }; Returns: Json };
      withdraw_ownership: { Args: { company: string }; Returns: Json };
      withdraw_statement: { Args: { statement: string }; Returns: Json };
      write_export: { Args: { export: string }; Returns: Json };
    };
    Enums: {
      action_flag:
        | 'already_checked_in'
        | 'already_paid'
        | 'booking_cancelled'
        | 'booking_moved'
        | 'booking_not_confirmed'
        | 'departure_cancelled'
        | 'not_assigned'
        | 'over_capacity'
        | 'clock_skew'
        | 'odd_time'
        | 'unknown_guest'
        | 'undid_other'
        | 'undid_payment'
        | 'amount_differs'
        | 'other_method';
      action_kind:
        | 'check_in'
        | 'no_show'
        | 'walk_in'
        | 'payment'
        | 'note'
        | 'count'
        | 'depart'
        | 'undo'
        | 'report_submit'
        | 'report_return'
        | 'report_lock'
        | 'report_unlock';
      agreement_side: 'company' | 'organisation';
      api_list:
        | 'tours'
        | 'departures'
        | 'availability'
        | 'bookings'
        | 'guests'
        | 'payments'
        | 'refunds'
        | 'check_ins'
        | 'attendance'
        | 'reports';
      api_scope:
        | 'tours_read'
        | 'departures_read'
        | 'bookings_read'
        | 'guests_read'
        | 'payments_read'
        | 'check_ins_read'
        | 'reports_read'
        | 'bookings_write'
        | 'check_ins_write'
        | 'webhooks_write';
      assignment_status: 'proposed' | 'accepted' | 'declined';
      attendance_rule: 'report_always' | 'report_differences' | 'check_ins_count';
      booking_reason:
        | 'guest_request'
        | 'guest_ill'
        | 'late'
        | 'weather'
        | 'low_numbers'
        | 'guide_missing'
        | 'departure_cancelled'
        | 'not_paid'
        | 'duplicate'
        | 'mistake'
        | 'hold_expired'
        | 'party_changed'
        | 'merged'
        | 'split'
        | 'other';
      booking_source: 'office' | 'website' | 'partner' | 'walk-in' | 'api';
      booking_status: 'ON_HOLD' | 'CONFIRMED' | 'PENDING' | 'EXPIRED' | 'REJECTED' | 'CANCELLED';
      code_kind: 'percentage' | 'amount' | 'gift';
      departure_cancel_reason: 'weather' | 'low_numbers' | 'guide_missing' | 'other';
      departure_status: 'scheduled' | 'departed' | 'completed' | 'cancelled';
      document_kind: 'receipt' | 'invoice' | 'credit_note';
      export_format: 'csv' | 'xlsx';
      export_frequency: 'daily' | 'weekdays' | 'weekly' | 'monthly';
      export_kind: 'bookings' | 'tours' | 'everything';
      export_pause: 'by_hand' | 'no_right' | 'no_view' | 'view_changed' | 'no_receiver';
      export_selection:
        | 'view'
        | 'day'
        | 'next_day'
        | 'next_week'
        | 'last_day'
        | 'last_week'
        | 'last_month'
        | 'booked_last_day'
        | 'booked_last_week'
        | 'booked_last_month';
      feed_kind: 'company' | 'tour' | 'guide';
      guide_notice: 'unassigned' | 'moved' | 'cancelled';
      guide_role: 'lead' | 'assistant';
      locale: 'en' | 'es' | 'da' | 'it';
      octo_action: 'reserve' | 'change' | 'extend' | 'confirm' | 'cancel';
      octo_event: 'booking_update' | 'availability_update';
      octo_list: 'supplier' | 'products' | 'availability' | 'bookings';
      octo_webhook_action: 'list' | 'create' | 'delete';
      organisation_link_status: 'invited' | 'active' | 'ended';
      pay_kind: 'per_tour' | 'per_hour' | 'per_guest' | 'many_guests' | 'weekend' | 'evening';
      payment_method: 'cash' | 'card' | 'bank' | 'voucher' | 'online' | 'moved' | 'on_account' | 'other';
      payment_status: 'AWAITING' | 'RECEIVED' | 'FAILED' | 'UNDONE';
      price_category_type:
        | 'ADULT'
        | 'YOUTH'
        | 'CHILD'
        | 'INFANT'
        | 'FAMILY'
        | 'SENIOR'
        | 'STUDENT'
        | 'MILITARY'
        | 'OTHER';
      refund_status: 'REFUND_PENDING' | 'REFUNDED' | 'REFUND_FAILED' | 'WITHDRAWN';
      schedule_exception_kind: 'added' | 'removed' | 'changed';
      tour_status: 'draft' | 'live' | 'paused' | 'archived';
      webhook_event:
        | 'booking.created'
        | 'booking.confirmed'
        | 'booking.changed'
        | 'booking.moved'
        | 'booking.cancelled'
        | 'booking.rejected'
        | 'booking.expired'
        | 'guest.checked_in'
        | 'departure.changed'
        | 'departure.departed'
        | 'departure.cancelled'
        | 'report.submitted'
        | 'report.returned'
        | 'report.locked'
        | 'payment.received'
        | 'payment.undone'
        | 'payment.failed'
        | 'payment.refunded'
        | 'availability.changed'
        | 'webhook.test';
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
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
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
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
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
    Enums: {
      action_flag: [
        'already_checked_in',
        'already_paid',
        'booking_cancelled',
        'booking_moved',
        'booking_not_confirmed',
        'departure_cancelled',
        'not_assigned',
        'over_capacity',
        'clock_skew',
        'odd_time',
        'unknown_guest',
        'undid_other',
        'undid_payment',
        'amount_differs',
        'other_method',
      ],
      action_kind: [
        'check_in',
        'no_show',
        'walk_in',
        'payment',
        'note',
        'count',
        'depart',
        'undo',
        'report_submit',
        'report_return',
        'report_lock',
        'report_unlock',
      ],
      agreement_side: ['company', 'organisation'],
      api_list: [
        'tours',
        'departures',
        'availability',
        'bookings',
        'guests',
        'payments',
        'refunds',
        'check_ins',
        'attendance',
        'reports',
      ],
      api_scope: [
        'tours_read',
        'departures_read',
        'bookings_read',
        'guests_read',
        'payments_read',
        'check_ins_read',
        'reports_read',
        'bookings_write',
        'check_ins_write',
        'webhooks_write',
      ],
      assignment_status: ['proposed', 'accepted', 'declined'],
      attendance_rule: ['report_always', 'report_differences', 'check_ins_count'],
      booking_reason: [
        'guest_request',
        'guest_ill',
        'late',
        'weather',
        'low_numbers',
        'guide_missing',
        'departure_cancelled',
        'not_paid',
        'duplicate',
        'mistake',
        'hold_expired',
        'party_changed',
        'merged',
        'split',
        'other',
      ],
      booking_source: ['office', 'website', 'partner', 'walk-in', 'api'],
      booking_status: ['ON_HOLD', 'CONFIRMED', 'PENDING', 'EXPIRED', 'REJECTED', 'CANCELLED'],
      code_kind: ['percentage', 'amount', 'gift'],
      departure_cancel_reason: ['weather', 'low_numbers', 'guide_missing', 'other'],
      departure_status: ['scheduled', 'departed', 'completed', 'cancelled'],
      document_kind: ['receipt', 'invoice', 'credit_note'],
      export_format: ['csv', 'xlsx'],
      export_frequency: ['daily', 'weekdays', 'weekly', 'monthly'],
      export_kind: ['bookings', 'tours', 'everything'],
      export_pause: ['by_hand', 'no_right', 'no_view', 'view_changed', 'no_receiver'],
      export_selection: [
        'view',
        'day',
        'next_day',
        'next_week',
        'last_day',
        'last_week',
        'last_month',
        'booked_last_day',
        'booked_last_week',
        'booked_last_month',
      ],
      feed_kind: ['company', 'tour', 'guide'],
      guide_notice: ['unassigned', 'moved', 'cancelled'],
      guide_role: ['lead', 'assistant'],
      locale: ['en', 'es', 'da', 'it'],
      octo_action: ['reserve', 'change', 'extend', 'confirm', 'cancel'],
      octo_event: ['booking_update', 'availability_update'],
      octo_list: ['supplier', 'products', 'availability', 'bookings'],
      octo_webhook_action: ['list', 'create', 'delete'],
      organisation_link_status: ['invited', 'active', 'ended'],
      pay_kind: ['per_tour', 'per_hour', 'per_guest', 'many_guests', 'weekend', 'evening'],
      payment_method: ['cash', 'card', 'bank', 'voucher', 'online', 'moved', 'on_account', 'other'],
      payment_status: ['AWAITING', 'RECEIVED', 'FAILED', 'UNDONE'],
      price_category_type: ['ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'OTHER'],
      refund_status: ['REFUND_PENDING', 'REFUNDED', 'REFUND_FAILED', 'WITHDRAWN'],
      schedule_exception_kind: ['added', 'removed', 'changed'],
      tour_status: ['draft', 'live', 'paused', 'archived'],
      webhook_event: [
        'booking.created',
        'booking.confirmed',
        'booking.changed',
        'booking.moved',
        'booking.cancelled',
        'booking.rejected',
        'booking.expired',
        'guest.checked_in',
        'departure.changed',
        'departure.departed',
        'departure.cancelled',
        'report.submitted',
        'report.returned',
        'report.locked',
        'payment.received',
        'payment.undone',
        'payment.failed',
        'payment.refunded',
        'availability.changed',
        'webhook.test',
      ],
    },
  },
} as const;
